# PostgreSQL with a folder for base backups and the archived log, which a volume takes over.
FROM postgres:15-bookworm
RUN install -d -o postgres -g postgres -m 700 /backup /backup/wal
USER 999:999
HEALTHCHECK --interval=5s --timeout=5s CMD ["pg_isready"]
