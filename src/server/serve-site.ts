import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { App } from '../app.ts';
import { ERRORS, errorBody } from '../errors.ts';
import { networkOf } from '../network.ts';
import { isOperator, readSession } from '../web/kit/browser-session.ts';
import { securityHeaders } from '../web/kit/page.ts';
import { renderBusyPage } from '../web/kit/send.ts';
import type { Admission, Visit } from './admission.ts';
import { openOperatorPass, openPace } from './admission.ts';
import { HEALTH_PATHS } from './health.ts';
import type { RequestTracker } from './requests.ts';

/**
 * After this time a request no longer counts as handled. A page lets calls of the API go between its parts, so it may take a
 * while; a form that takes longer waits for the store or for a password to be hashed.
 */
const PAGE_MS = 200;
const FORM_MS = 50;
/** Health checks of one network. More of them wait like pages. */
const HEALTH_CHECKS = { burst: 20, perSecond: 10 };

/** Pages, forms and health checks. */
export function openSiteServer(
  app: App,
  requests: RequestTracker,
  admission: Admission,
  handle: RequestListener,
): RequestListener {
  const refuse = openRefusal(app, requests);
  const hasPass = openOperatorPass((session) => isOperator(app, session));
  const isWithinHealthPace = openPace(HEALTH_CHECKS);
  return (request, response) => {
    const network = networkOf(requests.addressOf(request));
    if (HEALTH_PATHS.has(request.url ?? '') && isWithinHealthPace(network)) return handle(request, response);
    requests.expect(request, response);
    const visit: Visit = {
      network,
      isSmall: false,
      maxMs: request.method === 'POST' ? FORM_MS : PAGE_MS,
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

const MESSAGE = 'Too many requests are waiting. Please try again in a few seconds.';

/** Refuses requests of the site with 503: for browsers a page, else JSON. Both are made once. */
function openRefusal(app: App, requests: RequestTracker): (request: IncomingMessage, response: ServerResponse) => void {
  const bodies = {
    html: { type: 'text/html; charset=utf-8', bytes: Buffer.from(renderBusyPage(app, MESSAGE)) },
    json: {
      type: 'application/json; charset=utf-8',
      bytes: Buffer.from(JSON.stringify(errorBody('unavailable', MESSAGE))),
    },
  };
  const { status } = ERRORS.unavailable;
  const headers = { ...securityHeaders(app.catalog.options.mediaUrl), 'cache-control': 'no-store', 'retry-after': '2' };

  return (request, response) => {
    const { type, bytes } = bodies[request.headers.accept?.includes('text/html') ? 'html' : 'json'];
    const requestId = requests.nextId();
    const facts = { requestId, url: request.url ?? '', route: '', status, bytes: bytes.length };
    requests.begin(request, response, () => facts);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const connection = requests.headers();
    for (let i = 0; i < connection.length; i += 2) response.setHeader(connection[i] as string, connection[i + 1] ?? '');
    response.writeHead(status, { 'content-type': type, 'content-length': bytes.length, 'x-request-id': requestId });
    response.end(bytes);
  };
}
