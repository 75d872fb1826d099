import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { type App, beforeDeadline } from '../app.ts';
import { type Following, readFollowing } from '../merging/mirror/follow-state.ts';
import { VERSION } from '../version.ts';
import type { SiteAnswer } from '../web/site.ts';

const [ALIVE_PATH, READY_PATH, METRICS_PATH] = ['/healthz', '/readyz', '/metrics'];

/** They are answered also while many other requests wait. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set([ALIVE_PATH, READY_PATH, METRICS_PATH]);

/**
 * Answers health checks and requests for metrics. Only under their exact paths: the rules of a proxy that closes them may name no
 * others. Undefined if it is another request, or the client may not see the metrics.
 */
export async function answerHealth(
  app: App,
  path: string,
  request: IncomingMessage,
  isStopping: boolean,
): Promise<SiteAnswer | undefined> {
  if (!HEALTH_PATHS.has(path) || !['GET', 'HEAD'].includes(request.method ?? '')) return undefined;
  if (path === ALIVE_PATH) return json(path, 200, { status: 'ok' });
  if (path === METRICS_PATH)
    return maySeeMetrics(app, request) ? text(path, renderMetrics(app, await findFollowing(app))) : undefined;
  if (isStopping) return json(path, 503, { status: 'stopping' });
  const fault = await Promise.resolve(beforeDeadline(app, app.store.findFault())).then(
    (reason) => reason && { reason },
    () => ({}),
  );
  if (fault) return json(path, 503, { status: 'store unavailable', ...fault });
  const found = await findFollowing(app);
  const following = found && { seconds_behind: found.secondsBehind ?? null, problem: found.problem ?? null };
  return json(path, 200, { status: 'ready', following });
}

/** Of a mirror, if the store answers. */
async function findFollowing(app: App): Promise<Following | undefined> {
  if (app.config.follow === undefined) return undefined;
  return Promise.resolve(beforeDeadline(app, readFollowing(app.store.status, app.clock()))).catch(() => undefined);
}

function json(route: string, status: number, value: object): SiteAnswer {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { route, status, headers, body: Buffer.from(JSON.stringify(value)) };
}

function text(route: string, body: string): SiteAnswer {
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };
  return { route, status: 200, headers, body: Buffer.from(body) };
}

function renderMetrics({ catalog: { snapshot }, metrics }: App, following: Following | undefined): string {
  return metrics.render({ version: VERSION, revision: snapshot.revision, games: snapshot.ids.length, following });
}

function maySeeMetrics({ config: { metrics } }: App, request: IncomingMessage): boolean {
  return metrics === 'public' || (metrics === 'local' && isLocal(request));
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a program on this machine asks. Every proxy that we document adds `X-Forwarded-For`. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  const address = socket.remoteAddress ?? '';
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
