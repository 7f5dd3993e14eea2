# Stands in for postgres:15-bookworm: its user, folders and entry point.
ARG DEBIAN_IMAGE
FROM ${DEBIAN_IMAGE}
RUN groupadd --gid 999 postgres \
    && useradd --uid 999 --gid postgres --home-dir /var/lib/postgresql postgres \
    && apt-get update \
    && apt-get install --no-install-recommends -y postgresql-15 \
    && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/15 \
    && install -d -o postgres -g postgres -m 700 /var/lib/postgresql/data \
    && install -d -o postgres -g postgres -m 3777 /run/postgresql
COPY --chmod=755 postgres-entry /usr/local/bin/docker-entrypoint.sh
ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    PGDATA=/var/lib/postgresql/data
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
