# Two stages: the second has Python, the locked dependencies and the bot, and runs as a user who may write /data only.
FROM python:3.13-slim AS dependencies
WORKDIR /build
COPY requirements.lock .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock

FROM python:3.13-slim
RUN useradd --uid 10001 --home-dir /app cardroom && install -d -o cardroom /data
COPY --from=dependencies /venv /venv
WORKDIR /app
COPY bot bot
COPY cogs cogs
USER 10001
ENV DATABASE_PATH=/data/cardroom.db PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
VOLUME /data
STOPSIGNAL SIGTERM
# Well means: the loop turns, the disk takes what is written, and Discord is heard.
HEALTHCHECK --interval=30s --timeout=10s --start-period=90s --retries=3 CMD ["/venv/bin/python", "-m", "bot", "health"]
ENTRYPOINT ["/venv/bin/python", "-m", "bot"]
CMD ["serve"]
