import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { VERSION } from '../version.ts';

/** Health checks and metrics. Only under their exact paths: the rules of a proxy that closes them may name no others. */
export function mountHealth(fastify: FastifyInstance, app: App, isStopping: () => boolean): void {
  const mount = (path: string, answer: (reply: FastifyReply) => unknown, options = {}) =>
    fastify.get(path, options, (request, reply) =>
      request.originalUrl.split('?', 1)[0] === path && isAllowed(app, path, request)
        ? answer(reply)
        : reply.callNotFound(),
    );
  mount('/healthz', () => ({ status: 'ok' }));
  const errorHandler = (_error: unknown, _request: unknown, reply: FastifyReply) =>
    reply.code(503).send({ status: 'store unavailable' });
  const checkReady = async (reply: FastifyReply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' });
    const reason = await app.store.findFault();
    if (reason !== undefined) return reply.code(503).send({ status: 'store unavailable', reason });
    return { status: 'ready' };
  };
  mount('/readyz', checkReady, { ...app.deadline, errorHandler });
  mount(METRICS_PATH, (reply) => {
    const { snapshot } = app.catalog;
    reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8');
    return app.metrics.render({ version: VERSION, revision: snapshot.revision, games: snapshot.ids.length });
  });
}

const METRICS_PATH = '/metrics';

/** They are answered also while many other requests wait. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', METRICS_PATH]);

function isAllowed({ config }: App, path: string, request: FastifyRequest): boolean {
  return path !== METRICS_PATH || config.metrics === 'public' || (config.metrics === 'local' && isLocal(request));
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a program on this machine asks. Every proxy that we document adds `X-Forwarded-For`. */
function isLocal({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
