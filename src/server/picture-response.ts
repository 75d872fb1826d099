import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type App, isTransient } from '../app.ts';
import { ERRORS, type ErrorName, errorBody } from '../errors.ts';
import { PicturesBusy } from '../pictures/concurrency.ts';

const YEAR_SECONDS = 365 * 24 * 3600;
const ALLOWED = 'GET, HEAD';
const OTHER_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** A picture URL always names the same bytes, so caches may keep it. The other headers keep browsers from running it as a page. */
export const PICTURE_HEADERS = {
  'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
  'x-content-type-options': 'nosniff',
  // Browsers use inline styles to show a picture that is opened by itself.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
};

export function refuseOtherMethods(fastify: FastifyInstance, url: string): void {
  fastify.route({
    method: OTHER_METHODS,
    url,
    // Runs before the body is read.
    onRequest: async (_request, reply) =>
      sendPictureError(reply.header('allow', ALLOWED), 'methodNotAllowed', `Use one of ${ALLOWED}.`),
    handler: () => undefined,
  });
}

/** Logs the error; the client gets no details. */
export function pictureErrorHandler(app: App) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    for (const name of PICTURE_ONLY_HEADERS) reply.removeHeader(name);
    if (error instanceof PicturesBusy || isTransient(app, error)) {
      reply.header('retry-after', '1');
      return sendPictureError(reply, 'unavailable', 'Please try again in a few seconds.');
    }
    app.log.error({ reqId: request.id, err: error }, 'sending a picture failed');
    return sendPictureError(reply, 'internal', '');
  };
}

/** Headers that describe a picture and must not be sent with an error. */
const PICTURE_ONLY_HEADERS = ['etag', 'content-range', 'content-length', 'accept-ranges'];

export function sendPictureError(reply: FastifyReply, kind: ErrorName, message: string) {
  reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  return reply.code(ERRORS[kind].status).type('application/json; charset=utf-8').send(errorBody(kind, message));
}
