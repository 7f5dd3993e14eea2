# PostgreSQL with a folder for base backups and the archived log, which a volume takes over.
ARG POSTGRES_IMAGE=postgres:15-bookworm
# hadolint ignore=DL3006
FROM ${POSTGRES_IMAGE}
RUN install -d -o postgres -g postgres -m 700 /backup /backup/wal
ARG VERSION=""
ARG COMMIT=""
LABEL org.opencontainers.image.title="PostgreSQL for Oxo" \
    org.opencontainers.image.version="${VERSION}" \
    org.opencontainers.image.revision="${COMMIT}" \
    org.opencontainers.image.licenses="MIT"
USER 999:999
HEALTHCHECK --interval=5s --timeout=5s CMD ["pg_isready"]
