import type { RequestListener } from 'node:http';
import type { Exchange } from './exchange.ts';

/** Handles the requests of a connection one after another: Node begins all that a client has sent without waiting (pipelining). */
export function oneAtATime(exchange: Exchange, handle: RequestListener): RequestListener {
  return (request, response) => {
    // A response gets the socket when the earlier ones of its connection were sent.
    if (response.socket !== null) return handle(request, response);
    exchange.expect(request, response);
    response.once('socket', () => setImmediate(handle, request, response));
  };
}
