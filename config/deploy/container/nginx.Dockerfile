# nginx with config/deploy/nginx-oxo.conf, as somebody who is not root: on 8080 and 8443.
#   docker build -f config/deploy/container/nginx.Dockerfile -t oxo-nginx .
ARG DEBIAN_IMAGE=debian:bookworm-slim
# hadolint ignore=DL3006
FROM ${DEBIAN_IMAGE}
# Debian keeps one version of each package, with its security fixes.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --no-install-recommends -y \
        curl libnginx-mod-http-brotli-static nginx-light openssl \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 10001 oxo \
    && useradd --uid 10002 --gid oxo --no-create-home oxo-nginx \
    && install -d -o oxo-nginx -g oxo -m 750 /tls
COPY config/deploy/container/nginx.conf /etc/nginx/nginx.conf
COPY config/deploy/nginx-oxo.conf /etc/nginx/oxo.conf
RUN sed -i -e 's#listen 80;#listen 8080;#' -e 's#listen \[::\]:80;#listen [::]:8080;#' \
        -e 's#listen 443 #listen 8443 #' -e 's#listen \[::\]:443 #listen [::]:8443 #' \
        -e 's#/etc/letsencrypt/live/oxo.example/#/tls/#' /etc/nginx/oxo.conf
COPY --chmod=755 config/deploy/container/start-nginx /usr/local/bin/start-nginx
ARG VERSION=""
ARG COMMIT=""
LABEL org.opencontainers.image.title="nginx for Oxo" \
    org.opencontainers.image.version="${VERSION}" \
    org.opencontainers.image.revision="${COMMIT}" \
    org.opencontainers.image.licenses="MIT"
USER 10002:10001
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
    CMD ["curl", "--fail", "--silent", "--insecure", "--output", "/dev/null", "https://127.0.0.1:8443/static/games/css/tokens.css"]
STOPSIGNAL SIGQUIT
CMD ["start-nginx"]
