import { type App, beforeDeadline, isTransient } from '../app.ts';
import { AppError, ERRORS, errorBody } from '../errors.ts';
import { GAMES_BUNDLE } from '../merging/export/data-dumps.ts';
import { BodyTooLarge } from '../request-body.ts';
import { openRouter } from '../router.ts';
import { DUMP_ROUTE, openDownloadLimit, openDumpFiles, openGamesBundle } from './downloads/dump-files.ts';
import { type BrowserSession, openBrowserSession } from './kit/browser-session.ts';
import { NO_FORM, parseUrlEncoded, readEditorForm, readForm, uploadReader } from './kit/form-body.ts';
import { errorPage, formTooLarge, staleForm } from './kit/notices.ts';
import { type Page, type PageRequest, securityHeaders } from './kit/page.ts';
import { listViewCookie } from './kit/preferences.ts';
import {
  type Asked,
  findKeptPage,
  keptPageVersion,
  type SiteResponse,
  toResponse,
  toStaticResponse,
} from './kit/send.ts';
import { PAGES } from './routes.ts';

type PathParameters = PageRequest['path'];

/** What answers under a path: a page, or files. */
interface SiteRoute {
  method: keyof typeof METHODS;
  answer(asked: Asked, path: PathParameters): Promise<SiteResponse>;
}

/** `route` is the label of the route; empty if there is none. */
export type SiteAnswer = SiteResponse & { route: string };

const METHODS = { GET: ['GET', 'HEAD'], POST: ['POST'] };
const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
const UPLOAD_TYPE = /^multipart\/form-data\b/i;

/** Answers requests for pages and files. Never rejects. */
export function openSite(app: App): (asked: Asked) => Promise<SiteAnswer> {
  const security = securityHeaders(app.catalog.options.mediaUrl);
  const find = openRouter<SiteRoute>(listRoutes(app));
  return async (asked) => {
    const { method = '' } = asked.raw;
    const [path] = splitUrl(asked.url);
    const found = find(method, path);
    const answer = async () => {
      if (found && METHODS[found.endpoint.method].includes(method)) return found.endpoint.answer(asked, found.path);
      const allow = (['GET', 'POST'] as const).flatMap((own) => (find(own, path) ? METHODS[own] : [])).join(', ');
      if (allow === '') return notFound(app, asked, path);
      throw new AppError('methodNotAllowed', `This page only allows ${allow}.`, { allow });
    };
    const made = await answer().catch((error) => failureOf(app, asked, error));
    return { ...made, headers: { ...security, ...made.headers }, route: found?.label ?? '' };
  };
}

function listRoutes(app: App): { label: string; endpoint: SiteRoute }[] {
  const limit = openDownloadLimit();
  return [
    { label: '/static/{name}', endpoint: { method: 'GET', answer: toStaticResponse } },
    { label: DUMP_ROUTE, endpoint: { method: 'GET', answer: openDumpFiles(app, limit) } },
    { label: GAMES_BUNDLE, endpoint: { method: 'GET', answer: openGamesBundle(app, limit) } },
    ...PAGES.map((page) => ({
      label: page.path,
      endpoint: {
        method: page.method,
        answer: (asked: Asked, path: PathParameters) => servePage(app, page, asked, path),
      },
    })),
  ];
}

/** An editor page may wait for an import. */
async function servePage(app: App, page: Page, asked: Asked, path: PathParameters): Promise<SiteResponse> {
  const answer = answerPage(app, page, asked, path);
  return page.isEditor ? answer : beforeDeadline(app, answer);
}

async function answerPage(app: App, page: Page, asked: Asked, path: PathParameters): Promise<SiteResponse> {
  const { raw, url, address, isSecure } = asked;
  const { headers } = raw;
  checkType(page, headers['content-type']);
  // It may be an absolute URL: redirecting that would send the client to another host.
  const [asSent, search] = splitUrl(raw.url ?? url);
  if (/^\/.*\/$/.test(asSent)) {
    const location = `/${asSent.replaceAll(/^\/+|\/+$/g, '')}${search === undefined ? '' : `?${search}`}`;
    return toResponse(app, asked, { status: 301, location });
  }
  const visit = { url, query: parseUrlEncoded(search), headers, isSecure };
  const session = await openBrowserSession(app, visit);
  asked.account = session.user?.account;
  const { isEditor: role } = page;
  const mayRead = !role || asked.account?.role === role || (role === 'member' && asked.account !== undefined);
  const isRead = page.method === 'POST' && mayRead;
  const read = !role ? readForm : page.isUpload ? uploadReader(role) : readEditorForm;
  const upload = isRead ? await read(raw) : NO_FORM;
  const { form } = upload;
  if (page.method === 'POST' && !upload.isTooLarge && !acceptsForm(page, session, form))
    return toResponse(app, asked, staleForm(url, session.isSameOrigin ? form : undefined));
  const viewCookie = listViewCookie(visit);
  if (viewCookie) session.cookies.push(viewCookie);
  const { snapshot } = app.catalog;
  const keptMs = session.user || session.cookies.length > 0 ? undefined : page.keptMs;
  const keptAs = keptMs === undefined ? undefined : keptPageVersion(app, snapshot, visit, keptMs);
  const kept = keptAs && (await findKeptPage(app, asked, keptAs));
  if (kept) return kept;
  const more = { form, upload, problems: {}, problemStatus: 200 };
  const { account, sessionId } = session.user ?? {};
  const { formToken } = session;
  const response = await page.handle({
    ...{ ...visit, ...more, app, snapshot, path, address, formToken },
    account,
    sessionId,
  });
  const own = response.headers ?? {};
  const cookies = [session.cookies, own['set-cookie'] ?? []].flat();
  const all = cookies.length === 0 ? own : { ...own, 'set-cookie': cookies };
  return toResponse(app, asked, { ...response, headers: all }, session.cookies.length === 0 ? keptAs : undefined);
}

function checkType(page: Page, type = ''): void {
  const isForm = type === '' || page.method === 'GET' || FORM_TYPES.test(type);
  if (isForm && (page.isUpload || !UPLOAD_TYPE.test(type))) return;
  throw new AppError('badRequest', 'We could not read this request. Please go back and try again.');
}

function acceptsForm(page: Page, session: BrowserSession, form: URLSearchParams): boolean {
  return page.isPreference ? session.isSameOrigin : session.acceptsFormToken(form.get('form_token') ?? '');
}

/** Shows a user's mistake with its message. Anything else is a bug: it is logged in full and shown as a generic error. */
function failureOf(app: App, asked: Asked, error: unknown): Promise<SiteResponse> {
  if (error instanceof BodyTooLarge) return toResponse(app, asked, formTooLarge(error.maxBytes));
  const known = describeFailure(app, error);
  if (known.kind === 'internal') app.log.error({ reqId: asked.requestId, err: error }, 'page failed');
  return toResponse(app, asked, { ...errorPage(known.kind, known.message), headers: known.headers });
}

function describeFailure(app: App, error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isTransient(app, error)) {
    const headers = { 'retry-after': '1', 'cache-control': 'no-store' };
    return new AppError('unavailable', 'Please try again in a few seconds.', headers);
  }
  return new AppError('internal', 'The error was logged. Please try again later.');
}

/** Browsers get a page, other clients JSON: only browsers send `text/html` in Accept. */
async function notFound(app: App, asked: Asked, path: string): Promise<SiteResponse> {
  if (asked.raw.headers.accept?.includes('text/html')) {
    const message = 'The address may be wrong, or the page was removed. Try searching for the game by title.';
    return toResponse(app, asked, errorPage('notFound', message));
  }
  const body = JSON.stringify(
    errorBody('notFound', `Nothing found at ${path}. The API is under /v1, and /docs describes it.`),
  );
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { status: ERRORS.notFound.status, headers, body: Buffer.from(body) };
}

function splitUrl(url: string): [path: string, search: string | undefined] {
  const at = url.indexOf('?');
  return at < 0 ? [url, undefined] : [url.slice(0, at), url.slice(at + 1)];
}
