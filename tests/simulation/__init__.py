"""Several servers, their clients, network and disk in one process under a clock of its own.

``make simulate`` plays thousands of seeds; the same seed gives the same run, byte for byte.
"""
