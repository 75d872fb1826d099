import { ERRORS, type ErrorName } from '../../errors.ts';
import { readField } from './forms.ts';
import { type Html, html, nothing, type Part } from './html.ts';
import { searchForm } from './layout.ts';
import type { HtmlResponse, PageRequest } from './page.ts';

/** A page with a single message. */
export function notice(title: string, body: Part, status = 200): HtmlResponse {
  return {
    status,
    title,
    headers: { 'cache-control': 'no-store' },
    body: html`<div class="notice"><h1>${title}</h1>${body}</div>`,
  };
}

/** The message for the `done` parameter of the URL, if the page has one. */
export function successNotice(messages: Readonly<Record<string, string>>, { query }: Pick<PageRequest, 'query'>): Html {
  const name = query.get('done') ?? '';
  return Object.hasOwn(messages, name) ? html`<p class="done" role="status">${messages[name]}</p>` : nothing;
}

/** Shown when a CSRF token is missing or stale. Pass the form only if it is same-origin: its texts are shown again. */
export function staleForm(url: string, form?: URLSearchParams): HtmlResponse {
  return notice(
    'This form has expired',
    html`<p>You signed in or out after opening it, or it was not sent from this site. Nothing was changed.
Please reload the page and try again.</p>
${form && submittedTexts(form)}
<p>If this keeps happening, allow cookies for this site in your browser.</p>
<p><a href="${pageOfForm(url)}">Reload the page</a></p>`,
    403,
  );
}

/** Text fields that are not secret. */
const TEXT_FIELDS = ['message', 'answer', 'note', 'name', 'email', 'title', 'description', 'why'];

function submittedTexts(form: URLSearchParams): Html {
  const texts = TEXT_FIELDS.map((name) => readField({ form }, name)).filter((text) => text.trim() !== '');
  if (texts.length === 0) return nothing;
  return html`<p>This is what you wrote:</p>${texts.map((text) => html`<p class="text">${text}</p>`)}`;
}

export function formTooLarge(maxBytes: number): HtmlResponse {
  return notice(
    'This form is too large',
    html`<p>A form can have up to ${Math.floor(maxBytes / 1024)} KB. Nothing was changed. Go back and shorten your text.</p>`,
    413,
  );
}

/** The page that probably held the form: some paths only accept POST. */
function pageOfForm(url: string): string {
  const [section = ''] = url.slice(1).split(/[/?]/, 1);
  if (section === 'propose') return url;
  return section === 'signout' ? '/profile' : `/${section}`;
}

/** The same page for used, expired and invalid links, so that it reveals nothing about them. */
export function expiredLink(nextStep: Part): HtmlResponse {
  return notice(
    'This link has expired',
    html`<p>A link works once and for a limited time. Make sure that you opened the complete link.</p>${nextStep}`,
    410,
  );
}

/** An error page says what the visitor can do. */
export function errorPage(kind: ErrorName, message: string): HtmlResponse {
  const { status, error } = ERRORS[kind];
  return {
    status,
    hasSearch: status === 404,
    title: TITLES[kind] ?? error,
    body: html`<div class="notice">
<p class="figure">${status}</p>
<h1>${TITLES[kind] ?? error}</h1>
${message && html`<p>${message}</p>`}
${status === 404 && searchForm()}
<p><a href="/">Go to the home page</a></p>
</div>`,
  };
}

const TITLES: Partial<Record<ErrorName, string>> = {
  notFound: 'Page not found',
  gameNotFound: 'Game not found',
  internal: 'Something went wrong',
  unavailable: 'The catalog is busy',
};
