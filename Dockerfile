# The page is built by Node, the wheel by pip; the image holds Python and the game room alone.
FROM node:22-bookworm-slim AS page
WORKDIR /src/page
COPY page/package.json page/package-lock.json page/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY page ./
COPY src/sortilege/games /src/src/sortilege/games
RUN npm run build

FROM python:3.12-slim-bookworm AS wheel
WORKDIR /src
COPY pyproject.toml hatch_build.py constraints.txt README.md LICENSE ./
COPY page/public page/public
COPY src src
COPY --from=page /src/src/sortilege/server/page src/sortilege/server/page
RUN python -m venv /opt/sortilege && \
    PIP_CONSTRAINT=/src/constraints.txt /opt/sortilege/bin/pip install --no-cache-dir ".[fast,arena,scale]"

FROM python:3.12-slim-bookworm
COPY --from=wheel /opt/sortilege /opt/sortilege
RUN useradd --uid 10001 --home-dir /data --create-home room
# Compiled code goes to /tmp: the rest of the file system may be read-only.
ENV PATH=/opt/sortilege/bin:$PATH PYTHONUNBUFFERED=1 SORTILEGE_CACHE=/tmp
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/api/health')"]
ENTRYPOINT ["sortilege"]
CMD ["serve", "--host", "0.0.0.0", "--store", "/data/room.db"]
