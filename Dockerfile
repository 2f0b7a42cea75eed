# The image of every Millrace process: API server, worker, migration and object store.
# Without the embedded PostgreSQL: give DATABASE_URL. compose.yaml shows all of them together.
#
# Millrace runs on Node 20.19, 22 and 24; the image has the newest of them with long-term support.
ARG NODE_VERSION=24

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --ignore-scripts
RUN npm run build
# What a package publishes is what the image holds: no sources, no tests.
RUN npm pack --silent --pack-destination . -w packages/engine -w packages/object-store -w packages/contract -w packages/client -w packages/console -w packages/server -w packages/cli
RUN for package in engine object-store contract client console server cli; do \
      mkdir -p image/packages/$package && \
      tar -xzf millrace-$package-*.tgz -C image/packages/$package --strip-components 1; \
    done
RUN cp package.json package-lock.json .npmrc LICENSE image/
WORKDIR /source/image
RUN npm ci --ignore-scripts --omit=dev --omit=optional -w packages/cli

FROM node:${NODE_VERSION}-bookworm-slim
LABEL org.opencontainers.image.title="Millrace" \
      org.opencontainers.image.description="A self-hosted service that manages business processes and the work done on them" \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /millrace
COPY --from=build /source/image ./
ENV NODE_ENV=production
ENV HOST=0.0.0.0
ENV PORT=8080
ENV MILLRACE_DATA_DIR=/data
RUN mkdir -p /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "packages/cli/bin/millrace.js"]
CMD ["start"]
