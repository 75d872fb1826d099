import { FORM_BYTES } from './form-body.ts';
import { typed } from './forms.ts';
import { type Html, html, nothing, type Part } from './html.ts';
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

/** What has just been done, by its name in the address, where the page knows it. */
export function doneNotice(sentences: Readonly<Record<string, string>>, { query }: Pick<PageRequest, 'query'>): Html {
  const name = query.get('done') ?? '';
  return Object.hasOwn(sentences, name) ? html`<p class="done" role="status">${sentences[name]}</p>` : nothing;
}

/** A form that is not ours, not theirs any more, or that another site sent. What another site wrote is not shown as theirs. */
export function staleForm(url: string, form?: URLSearchParams): HtmlAnswer {
  return notice(
    'This form is too old',
    html`<p>It was opened before you signed in or out, or it was not sent from this site, and so nothing was done.
Open the page anew and send it again.</p>
${form && written(form)}
<p>If this goes on, let your browser keep cookies of this site.</p>
<p><a href="${pageOf(url)}">Open the page anew</a></p>`,
    403,
  );
}

/** Fields that somebody writes into, and that are no secrets. */
const WRITTEN = ['message', 'answer', 'note', 'name', 'email'];

function written(form: URLSearchParams): Html {
  const texts = WRITTEN.map((name) => typed({ form }, name)).filter((text) => text.trim() !== '');
  if (texts.length === 0) return nothing;
  return html`<p>This is what you wrote:</p>${texts.map((text) => html`<p class="text">${text}</p>`)}`;
}

/** More than any form takes. It was not even read, so that it cannot be shown back. */
export function tooLong(): HtmlAnswer {
  return notice(
    'This is too long',
    html`<p>A form takes up to ${FORM_BYTES / 1024} KB, and this was more. Nothing was done. Go back in your browser and send less.</p>`,
    413,
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
