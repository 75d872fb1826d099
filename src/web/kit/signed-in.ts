import type { Account } from '../../store/service-tables.ts';
import { errorPage } from './error-pages.ts';
import type { Page, PageRequest } from './page.ts';

export type SignedInRequest = PageRequest & {
  account: Account;
  sessionId: number;
  /** The messages that wait for an answer, on operator pages. */
  unanswered?: number;
};
type SignedInHandle = (request: SignedInRequest) => ReturnType<Page['handle']>;

/** Redirects to the sign-in page, which then leads back. */
export function requireSignIn(handle: SignedInHandle): Page['handle'] {
  return (request) => {
    const { account, sessionId } = request;
    if (account && sessionId !== undefined) return handle({ ...request, account, sessionId });
    return { status: 303, location: `/signin?next=${encodeURIComponent(request.url)}` };
  };
}

/** Answers 404 to everybody but operators. */
export function requireOperator(handle: SignedInHandle): Page['handle'] {
  return requireSignIn(async (request) => {
    if (request.account.role !== 'operator') return errorPage('notFound', 'The address may be wrong.');
    return handle({ ...request, unanswered: await request.app.store.messages.countUnanswered() });
  });
}

/** Where a person goes after signing in, unless another page was asked for. */
export const HOME_PATH = '/profile';

/** The path to go to after signing in. */
export function readNext(next: string | null | undefined): string {
  return next && isOwnPath(next) && !next.startsWith('/sign') ? next : HOME_PATH;
}

/** Whether a path is the form that reports a mistake: whoever asks for it may not want an API key. */
export function isReport(path: string): boolean {
  return path.startsWith('/report/');
}

/** Rejects other hosts (open redirect). `//host` and `/\host` are URLs of another host. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path);
}
