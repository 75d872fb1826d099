import type { IncomingMessage, RequestListener } from 'node:http';
import type { App } from '../app.ts';
import { ERRORS, errorBody } from '../errors.ts';
import { networkOf } from '../network.ts';
import { isOperator, readSession } from '../web/kit/browser-session.ts';
import { securityHeaders } from '../web/kit/page.ts';
import { renderBusyPage } from '../web/kit/send.ts';
import { openSite, type SiteAnswer } from '../web/site.ts';
import type { Admission, Visit } from './admission.ts';
import { openOperatorPass, openPace } from './admission.ts';
import { answerHealth, HEALTH_PATHS } from './health.ts';
import type { RequestTracker } from './requests.ts';
import { openNodeWriter, sizeOf, withoutOrigin } from './write-response.ts';

/**
 * After this time a request no longer counts as handled. A page lets calls of the API go between its parts, so it may take a
 * while; a form that takes longer waits for the store or for a password to be hashed.
 */
const PAGE_MS = 200;
const FORM_MS = 50;
/** Health checks of one network. More of them wait like pages. */
const HEALTH_CHECKS = { burst: 20, perSecond: 10 };

/** Pages, forms and health checks. */
export function openSiteServer(app: App, requests: RequestTracker, admission: Admission): RequestListener {
  const answerSite = openSite(app);
  const refusal = openRefusal(app);
  const hasPass = openOperatorPass((session) => isOperator(app, session));
  const isWithinHealthPace = openPace(HEALTH_CHECKS);
  return (request, response) => {
    const asked = {
      raw: request,
      requestId: requests.nextId(),
      url: withoutOrigin(request.url ?? '/'),
      address: requests.addressOf(request),
      isSecure: requests.usesHttps(request),
    };
    const { requestId, url } = asked;
    let sent: SiteAnswer | undefined;
    const write = openNodeWriter(requests, request, response, () => {
      return { requestId, url, route: sent?.route ?? '', status: sent?.status ?? 0, bytes: sizeOf(sent?.body) };
    });
    const send = (answer: SiteAnswer) => {
      sent = answer;
      const { status, body } = answer;
      write({ status, headers: listHeaders(answer), body }, ['x-request-id', requestId, ...requests.headers()]);
    };
    const handle = async () => {
      const [path = ''] = url.split('?', 1);
      send((await answerHealth(app, path, request, requests.isStopping)) ?? (await answerSite(asked)));
    };
    const network = networkOf(asked.address);
    if (HEALTH_PATHS.has(url) && isWithinHealthPace(network)) return void handle();
    const visit: Visit = {
      network,
      isSmall: false,
      maxMs: request.method === 'POST' ? FORM_MS : PAGE_MS,
      isGone: () => response.destroyed,
      run: () => {
        const handled = handle();
        // Only a form reads its body. While that arrives, it keeps nothing busy.
        return request.method === 'POST' && !request.complete ? undefined : handled;
      },
      refuse: () => send(refusal(request)),
    };
    const session = admission.isBusy ? readSession(request.headers) : undefined;
    if (session === undefined) return admission.visit(visit);
    void hasPass(session, network).then((isTrusted) => (isTrusted ? handle() : admission.visit(visit)));
  };
}

/** Names and values in turn. */
function listHeaders({ status, headers, body }: SiteAnswer): string[] {
  const list = Object.entries(headers).flatMap(([name, values]) => [values].flat().flatMap((value) => [name, value]));
  return status === 304 ? list : [...list, 'content-length', String(sizeOf(body))];
}

const MESSAGE = 'Too many requests are waiting. Please try again in a few seconds.';

/** Refuses requests of the site with 503: for browsers a page, else JSON. Both are made once. */
function openRefusal(app: App): (request: IncomingMessage) => SiteAnswer {
  const security = securityHeaders(app.catalog.options.mediaUrl);
  const make = (type: string, text: string): SiteAnswer => ({
    route: '',
    status: ERRORS.unavailable.status,
    headers: { ...security, 'cache-control': 'no-store', 'retry-after': '2', 'content-type': type },
    body: Buffer.from(text),
  });
  const page = make('text/html; charset=utf-8', renderBusyPage(app, MESSAGE));
  const json = make('application/json; charset=utf-8', JSON.stringify(errorBody('unavailable', MESSAGE)));
  return ({ headers }) => (headers.accept?.includes('text/html') ? page : json);
}
