# Two stages: one builds with everything, the other runs with what it needs and nothing to write to.
#   podman build --format docker -t soundcheck .      --build-arg BASE=... where another image with Node 20.19 or later serves
# (in podman's own format an image has no health check)
ARG BASE=docker.io/library/node:22-bookworm-slim
FROM ${BASE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM ${BASE}
ENV NODE_ENV=production DATA_DIR=/data METRICS_HOST=0.0.0.0 METRICS_PORT=9464
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/migrations migrations
COPY --from=build /build/campaigns campaigns
COPY --from=build /build/demo demo
COPY --from=build /build/dist dist
# Uploads under way, and the ledger's key unless LEDGER_KEY_FILE puts it elsewhere: all that is ever written.
RUN mkdir /data && chown 10001:10001 /data
VOLUME /data
USER 10001:10001
EXPOSE 3000 9464
# Of every role: a worker has no other port. What it needs from the database is /api/ready, for the balancer.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.METRICS_PORT + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# api, worker, migrate, backup, restore, check-money: podman run soundcheck dist/server/worker.js
ENTRYPOINT ["node", "--enable-source-maps"]
CMD ["dist/server/api.js"]
