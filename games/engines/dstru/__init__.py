"""The opponents of DSTRU-TAC-TOE (document 002) and its complete solution."""
