import type { IncomingMessage, RequestListener } from 'node:http';
import type { App } from '../app.ts';
import { COVERS_PATH } from '../catalog/render/generated-cover.ts';
import { PREVIEWS_PATH } from '../catalog/render/link-preview.ts';
import { MEDIA_PATH } from '../config.ts';
import { networkOf } from '../network.ts';
import { isOperator, readSession } from '../web/kit/browser-session.ts';
import type { Admission, Visit } from './admission.ts';
import type { Exchange } from './exchange.ts';
import { HEALTH_PATHS } from './health.ts';
import { openOperatorPass } from './operator-pass.ts';
import { openPace } from './pace.ts';
import { openRefusal } from './refusal.ts';

/**
 * After this time a request no longer counts as handled. A page lets calls of the API go between its parts, so it may take a
 * while; a picture or a form that takes longer waits for a file, for another process or for a password to be hashed.
 */
const PAGE_MS = 200;
const OTHER_MS = 50;
const PICTURES = [COVERS_PATH, PREVIEWS_PATH, MEDIA_PATH].map((path) => `${path}/`);
/** Health checks of one network. More of them wait like pages. */
const HEALTH_CHECKS = { burst: 20, perSecond: 10 };

/** Everything outside of /v1: pages, pictures, forms, health checks. */
export function openSiteServer(
  app: App,
  exchange: Exchange,
  admission: Admission,
  handle: RequestListener,
): RequestListener {
  const refuse = openRefusal(app, exchange);
  const hasPass = openOperatorPass((session) => isOperator(app, session));
  const isWithinHealthPace = openPace(HEALTH_CHECKS);
  return (request, response) => {
    const network = networkOf(exchange.addressOf(request));
    if (HEALTH_PATHS.has(request.url ?? '') && isWithinHealthPace(network)) return handle(request, response);
    exchange.expect(request, response);
    const visit: Visit = {
      network,
      isSmall: false,
      maxMs: isPage(request) ? PAGE_MS : OTHER_MS,
      isGone: () => response.destroyed,
      run: () => {
        handle(request, response);
        // Only a form reads its body. While that arrives, it keeps nothing busy.
        if (response.writableEnded || (request.method === 'POST' && !request.complete)) return;
        return new Promise((resolve) => response.on('prefinish', resolve).on('close', resolve));
      },
      refuse: () => refuse(request, response),
    };
    const session = admission.isBusy ? readSession(request.headers) : undefined;
    if (session === undefined) return admission.visit(visit);
    void hasPass(session, network).then((isTrusted) =>
      isTrusted ? handle(request, response) : admission.visit(visit),
    );
  };
}

function isPage({ method, url = '' }: IncomingMessage): boolean {
  return method !== 'POST' && !PICTURES.some((path) => url.startsWith(path));
}
