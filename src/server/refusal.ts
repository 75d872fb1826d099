import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../app.ts';
import { ERRORS, errorBody } from '../errors.ts';
import { renderBusyPage } from '../web/kit/busy-page.ts';
import { securityHeaders } from '../web/kit/security-headers.ts';
import type { Exchange } from './exchange.ts';

const MESSAGE = 'Too many requests are waiting. Please try again in a few seconds.';

/** Refuses requests of the site with 503: for browsers a page, else JSON. Both are made once. */
export function openRefusal(
  app: App,
  exchange: Exchange,
): (request: IncomingMessage, response: ServerResponse) => void {
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
    const requestId = exchange.nextRequestId();
    exchange.begin(request, response, () => ({
      requestId,
      method: request.method ?? '',
      url: request.url ?? '',
      route: '',
      status,
      milliseconds: 0,
      bytes: bytes.length,
      address: exchange.addressOf(request),
      keyId: undefined,
      problem: undefined,
    }));
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const connection = exchange.headers();
    for (let i = 0; i < connection.length; i += 2) response.setHeader(connection[i] as string, connection[i + 1] ?? '');
    response.writeHead(status, { 'content-type': type, 'content-length': bytes.length, 'x-request-id': requestId });
    response.end(bytes);
  };
}
