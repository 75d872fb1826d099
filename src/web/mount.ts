import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type App, isTransient } from '../app.ts';
import { AppError, ERRORS, errorBody } from '../errors.ts';
import { BodyTooLarge } from '../request-body.ts';
import type { Account } from '../store/service-tables.ts';
import { DUMP_ROUTE, openDumpFiles } from './downloads/dump-files.ts';
import { type BrowserSession, openBrowserSession } from './kit/browser-session.ts';
import { type FormReader, NO_FORM, parseUrlEncoded, readEditorForm, readForm, readUpload } from './kit/form-body.ts';
import { errorPage, formTooLarge, staleForm } from './kit/notices.ts';
import { type Page, type PageRequest, securityHeaders } from './kit/page.ts';
import { listViewCookie } from './kit/preferences.ts';
import { keptPageVersion, sendKeptPage, sendPage, sendStatic, usesHttps } from './kit/send.ts';
import { PAGES } from './routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in account, set by the page handler. */
    account?: Account;
    /** The address of the client, set by the server. */
    address: string;
  }
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
const UPLOAD_TYPE = 'multipart/form-data';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Mounts all pages, the static files, and the error and not-found handlers. */
export async function mountWeb(fastify: FastifyInstance, app: App): Promise<void> {
  await fastify.register(async (site) => {
    const headers = securityHeaders(app.catalog.options.mediaUrl);
    site.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
    // Leaves the body unread: only POST pages read it.
    site.addContentTypeParser([FORM_TYPE, UPLOAD_TYPE], (_request, _body, done) => done(null));
    site.setErrorHandler((error, request, reply) => sendFailure(app, request, reply, error));
    site.setNotFoundHandler((request, reply) => sendNotFound(app, request, reply));
    site.get('/static/:name', sendStatic);
    site.route({ method: ['GET', 'HEAD'], url: fastifyPath(DUMP_ROUTE), handler: openDumpFiles(app) });
    for (const page of PAGES) {
      const read = page.isUpload ? readUpload : page.isEditor ? readEditorForm : readForm;
      site.route({
        method: page.method,
        url: fastifyPath(page.path),
        ...(page.isEditor ? {} : app.deadline),
        handler: (request, reply) => answerPage(app, page, read, request, reply),
      });
    }
    refuseOtherMethods(site);
  });
}

async function answerPage(app: App, page: Page, read: FormReader, request: FastifyRequest, reply: FastifyReply) {
  const [path = '', search] = splitUrl(request.originalUrl);
  if (!page.isUpload && request.headers['content-type']?.toLowerCase().startsWith(UPLOAD_TYPE)) throw unreadable();
  // A request target may be an absolute URL: redirecting that would send the client to another host.
  if (/^\/.*\/$/.test(path)) {
    const location = `/${path.replaceAll(/^\/+|\/+$/g, '')}${search === undefined ? '' : `?${search}`}`;
    return sendPage(app, request, reply, { status: 301, location });
  }
  const { originalUrl: url, headers } = request;
  const visit = { url, query: parseUrlEncoded(search), headers, isSecure: usesHttps(app, request) };
  const session = await openBrowserSession(app, visit);
  if (session.user) request.account = session.user.account;
  // Only operators may send much.
  const isRead = page.method === 'POST' && (!page.isEditor || request.account?.role === 'operator');
  const upload = isRead ? await read(request.raw) : NO_FORM;
  const { form } = upload;
  if (page.method === 'POST' && !upload.isTooLarge && !acceptsForm(page, session, form)) {
    return sendPage(app, request, reply, staleForm(url, session.isSameOrigin ? form : undefined));
  }
  const viewCookie = listViewCookie(visit);
  if (viewCookie) session.cookies.push(viewCookie);
  const { snapshot } = app.catalog;
  const keptMs = session.user || session.cookies.length > 0 ? undefined : page.keptMs;
  const keptAs = keptMs === undefined ? undefined : keptPageVersion(app, snapshot, visit, keptMs);
  const kept = keptAs && sendKeptPage(app, request, reply, keptAs);
  if (kept) return kept;
  const pageRequest: PageRequest = {
    ...visit,
    app,
    snapshot,
    path: request.params as Record<string, string>,
    form,
    upload,
    problems: {},
    problemStatus: 200,
    address: request.address,
    account: session.user?.account,
    sessionId: session.user?.sessionId,
    formToken: session.formToken,
  };
  const response = await page.handle(pageRequest);
  for (const cookie of session.cookies) reply.header('set-cookie', cookie);
  return sendPage(app, request, reply, response, session.cookies.length === 0 ? keptAs : undefined);
}

function acceptsForm(page: Page, session: BrowserSession, form: URLSearchParams): boolean {
  return page.isPreference ? session.isSameOrigin : session.acceptsFormToken(form.get('form_token') ?? '');
}

/** Answers 405 with an Allow header for methods that a page does not have. */
function refuseOtherMethods(site: FastifyInstance): void {
  for (const [path, pages] of Map.groupBy(PAGES, ({ path }) => path)) {
    const own = pages.map(({ method }) => method as string);
    const allow = own.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    site.route({
      method: METHODS.filter((method) => !own.includes(method)),
      url: fastifyPath(path),
      // In onRequest, so that the body is never read.
      onRequest: async () => {
        throw new AppError('methodNotAllowed', `This page only allows ${allow}.`, { allow });
      },
      handler: () => undefined,
    });
  }
}

/** Shows a user's mistake with its message. Anything else is a bug: it is logged in full and shown as a generic error. */
function sendFailure(app: App, request: FastifyRequest, reply: FastifyReply, error: unknown) {
  if (error instanceof BodyTooLarge) return sendPage(app, request, reply, formTooLarge(error.maxBytes));
  const known = describeFailure(app, error);
  if (known.kind === 'internal') app.log.error({ reqId: request.id, err: error }, 'page failed');
  return sendPage(app, request, reply.headers(known.headers), errorPage(known.kind, known.message));
}

function describeFailure(app: App, error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isTransient(app, error)) {
    // no-store also disables compression, so the reply is sent synchronously before the timed-out handler can finish.
    const headers = { 'retry-after': '1', 'cache-control': 'no-store' };
    return new AppError('unavailable', 'Please try again in a few seconds.', headers);
  }
  const { statusCode = 500 } = error as { statusCode?: number };
  return statusCode < 500 ? unreadable() : new AppError('internal', 'The error was logged. Please try again later.');
}

function unreadable(): AppError {
  return new AppError('badRequest', 'We could not read this request. Please go back and try again.');
}

/** Browsers get a page, other clients JSON: only browsers send `text/html` in Accept. */
function sendNotFound(app: App, request: FastifyRequest, reply: FastifyReply) {
  const [path = ''] = splitUrl(request.originalUrl);
  if (request.headers.accept?.includes('text/html')) {
    const message = 'The address may be wrong, or the page was removed. Try searching for the game by title.';
    return sendPage(app, request, reply, errorPage('notFound', message));
  }
  const body = errorBody('notFound', `Nothing found at ${path}. The API is under /v1.`);
  return reply.code(ERRORS.notFound.status).send(body);
}

function splitUrl(url: string): [path: string, search: string | undefined] {
  const at = url.indexOf('?');
  return at < 0 ? [url, undefined] : [url.slice(0, at), url.slice(at + 1)];
}

function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
