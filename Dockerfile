# syntax=docker/dockerfile:1
# docker build .                             on Debian
# docker build --build-arg VARIANT=alpine .  on Alpine
ARG NODE_VERSION=22
ARG VARIANT=slim

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# The seed makes the first start of an embedded database faster; a container has PostgreSQL, or waits once.
RUN npm run build -- --production && rm -rf dist/seed

FROM node:${NODE_VERSION}-bookworm-slim AS modules
WORKDIR /build
COPY package.json package-lock.json ./
# Optional packages are native, of one platform. Declarations, source maps and readmes are not read at run time.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
  && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -iname 'readme.md' -o -iname 'changelog.md' \) -delete

FROM debian:bookworm-slim AS base-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node

FROM node:${NODE_VERSION}-alpine AS node-alpine
FROM alpine:3.22 AS base-alpine
RUN apk add --no-cache libstdc++
COPY --from=node-alpine /usr/local/bin/node /usr/local/bin/node

FROM base-${VARIANT}
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=modules /build/node_modules node_modules
COPY --from=build /build/dist dist
RUN mkdir -m 700 /data && chown 10001:10001 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 SVC_ADMIN_PORT=9464 SVC_DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 4000 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "dist/bin/health-check.js"]
ENTRYPOINT ["node", "--enable-source-maps", "--max-semi-space-size=64"]
CMD ["dist/bin/main.js"]
