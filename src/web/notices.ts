import { html, type Part } from './html.ts';
import type { HtmlAnswer, PageRequest } from './page.ts';

/** A page that says one thing. */
export function notice(title: string, body: Part, status = 200): HtmlAnswer {
  return {
    status,
    title,
    headers: { 'cache-control': 'no-store' },
    body: html`<div class="notice"><h1>${title}</h1>${body}</div>`,
  };
}

/** A form that is not ours, not theirs any more, or that another site sent. */
export function staleForm({ url }: Pick<PageRequest, 'url'>): HtmlAnswer {
  return notice(
    'This form is too old',
    html`<p>It was opened before you signed in or out, or it was not sent from this site, and so nothing was done.
Go back in your browser, where what you typed still stands, load the page anew and send it again.</p>
<p>If this goes on, let your browser keep cookies of this site.</p>
<p><a href="${pageOf(url)}">Open the page anew</a></p>`,
    403,
  );
}

/** Where the form may have been: some addresses only take forms. */
function pageOf(url: string): string {
  const [room = ''] = url.slice(1).split(/[/?]/, 1);
  return room === 'signout' ? '/profile' : `/${room}`;
}

/** A link that was used, is too old or was never ours: all look alike. */
export function staleLink(wayOut: Part): HtmlAnswer {
  return notice(
    'This link does not work any more',
    html`<p>Such a link works once and not for long; and it must be opened whole, as it was sent.</p>${wayOut}`,
    410,
  );
}
