# The files of the package that npm would publish, with the dependencies of the lock file, and nothing of how they were made.
FROM node:24-slim AS package
WORKDIR /source
COPY . .
# The image has the right Node: the one that npm brings along is taken out again.
RUN npm ci && npm pack && tar --extract --file ludex-*.tgz && npm prune --omit=dev \
  && mv node_modules package-lock.json package && rm -rf package/node_modules/node-linux-* package/node_modules/.bin/node

FROM node:24-slim
COPY --from=package /source/package /usr/local/lib/node_modules/ludex
RUN ln -s ../lib/node_modules/ludex/bin/ludex.js /usr/local/bin/ludex \
  && install --directory --mode=700 --owner=node --group=node /data
USER node
ENV LUDEX_HOST=0.0.0.0 LUDEX_DATA=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["ludex"]
CMD ["serve"]
