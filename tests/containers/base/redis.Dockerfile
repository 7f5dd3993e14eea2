# Stands in for redis:7-bookworm.
ARG DEBIAN_IMAGE
FROM ${DEBIAN_IMAGE}
RUN apt-get update \
    && apt-get install --no-install-recommends -y redis-server \
    && rm -rf /var/lib/apt/lists/*
