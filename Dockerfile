# Two stages: the second has Python, the locked dependencies and the bot, and runs as a user who may write /data only.
FROM python:3.13-slim AS dependencies
COPY requirements.lock .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock

FROM python:3.13-slim
RUN useradd --uid 10001 --home-dir /app cardroom && install -d -o cardroom /data
COPY --from=dependencies /venv /venv
WORKDIR /app
COPY bot bot
COPY cogs cogs
USER cardroom
ENV DATABASE_PATH=/data/cardroom.db PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
VOLUME /data
STOPSIGNAL SIGTERM
ENTRYPOINT ["/venv/bin/python", "-m", "bot"]
CMD ["serve"]
