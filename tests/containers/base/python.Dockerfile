# Stands in for python:3.11-slim-bookworm.
ARG DEBIAN_IMAGE
FROM ${DEBIAN_IMAGE}
RUN apt-get update \
    && apt-get install --no-install-recommends -y python3-venv \
    && rm -rf /var/lib/apt/lists/* \
    && ln -s python3 /usr/bin/python
# An index of packages that cannot be reached shows here already, and not in the site's own image.
RUN python -m venv /tmp/trial \
    && /tmp/trial/bin/pip download --quiet --no-deps --dest /tmp/trial wheel \
    && rm -r /tmp/trial
