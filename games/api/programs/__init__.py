"""Play for programs: operations over HTTP and what describes them, bot accounts, and streams."""
