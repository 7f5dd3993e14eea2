"""The figures of engines: what their answers show, made ready for the templates."""
