# What is installed is the package that npm would publish, and nothing of how it was made.
FROM node:26-slim AS package
WORKDIR /source
COPY . .
RUN npm ci && npm pack --pack-destination /package

FROM node:26-slim
# The image has the right Node: the one that npm brings along is taken out again.
RUN --mount=from=package,source=/package,target=/package \
  npm install --global --no-audit --no-fund /package/*.tgz && npm cache clean --force \
  && rm -r "$(npm root --global)"/ludex/node_modules/node-linux-* \
  && install --directory --mode=700 --owner=node --group=node /data
USER node
ENV LUDEX_HOST=0.0.0.0 LUDEX_DATA=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["ludex"]
CMD ["serve"]
