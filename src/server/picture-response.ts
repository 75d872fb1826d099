import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type App, isTransient } from '../app.ts';
import { ERRORS, type ErrorName, errorBody } from '../errors.ts';

const YEAR_SECONDS = 365 * 24 * 3600;
const ALLOWED = 'GET, HEAD';
const OTHER_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** A picture is a picture and nothing else, wherever it is shown; and what an address of its version names never changes. */
export const PICTURE_HEADERS = {
  'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
  'x-content-type-options': 'nosniff',
  // Browsers lay out a picture that is opened by itself with styles of their own.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
};

export function refuseOtherMethods(fastify: FastifyInstance, url: string): void {
  fastify.route({
    method: OTHER_METHODS,
    url,
    // Before the body is looked at.
    onRequest: async (_request, reply) =>
      sendPictureError(reply.header('allow', ALLOWED), 'methodNotAllowed', 'Pictures can only be asked for.'),
    handler: () => undefined,
  });
}

/** What went wrong is for the log, and nothing of it for the caller. */
export function pictureErrorHandler(app: App) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    for (const name of PICTURE_ONLY_HEADERS) reply.removeHeader(name);
    if (isTransient(app, error)) return sendBusy(reply);
    app.log.error({ reqId: request.id, err: error }, 'a picture could not be sent');
    return sendPictureError(reply, 'internal', '');
  };
}

/** Headers that were true of a picture and not of an error in its place. */
const PICTURE_ONLY_HEADERS = ['etag', 'content-range', 'content-length', 'accept-ranges'];

/** Weak tags compare like strong ones here. */
export function matchesEtag(header: string | undefined, tag: string): boolean {
  return (
    header !== undefined && (header.trim() === '*' || header.match(/"[^"]*"/g)?.some((held) => held === tag) === true)
  );
}

export function sendBusy(reply: FastifyReply) {
  return sendPictureError(reply.header('retry-after', '1'), 'unavailable', 'Please try again in a few seconds.');
}

export function sendPictureError(reply: FastifyReply, kind: ErrorName, message: string) {
  reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  return reply.code(ERRORS[kind].status).type('application/json; charset=utf-8').send(errorBody(kind, message));
}
