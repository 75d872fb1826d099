import type { Account } from '../../store/store.ts';
import { errorPage } from './error-pages.ts';
import type { PageAnswer, PageRequest } from './page.ts';

/** A request of somebody who is signed in. */
export type SignedIn = PageRequest & { account: Account; sessionId: number };

type Handle = (request: PageRequest) => PageAnswer | Promise<PageAnswer>;

/** Whoever is not signed in is asked to, and comes back. */
export function signedIn(handle: (request: SignedIn) => PageAnswer | Promise<PageAnswer>): Handle {
  return (request) => {
    const { account, sessionId } = request;
    if (account && sessionId !== undefined) return handle({ ...request, account, sessionId });
    return { status: 303, location: `/signin?next=${encodeURIComponent(request.url)}` };
  };
}

/** For everybody else there is no such page. */
export function operatorOnly(handle: (request: SignedIn) => PageAnswer | Promise<PageAnswer>): Handle {
  return signedIn((request) =>
    request.account.role === 'operator' ? handle(request) : errorPage('notFound', 'The address may be mistyped.'),
  );
}

/** Where somebody wanted to go, if that is on this site. */
export function readNext(next: string | null | undefined): string {
  // Two slashes, or a backslash, would lead to another host.
  return next && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) && !next.startsWith('/sign') ? next : '/profile';
}
