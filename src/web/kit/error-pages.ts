import { ERRORS, type ErrorName } from '../../errors.ts';
import { html } from './html.ts';
import { searchForm } from './layout.ts';
import type { HtmlAnswer } from './page.ts';

/** What went wrong, for people: what they can do now, and nothing of what is inside. */
export function errorPage(kind: ErrorName, message: string, stack?: string): HtmlAnswer {
  const { status, error } = ERRORS[kind];
  return {
    status,
    hasSearch: status === 404,
    title: TITLES[kind] ?? error,
    body: html`<div class="notice">
<p class="figure">${status}</p>
<h1>${TITLES[kind] ?? error}</h1>
${message && html`<p>${message}</p>`}
${stack && html`<pre>${stack}</pre>`}
${status === 404 && searchForm()}
<p><a href="/">Go to the home page</a></p>
</div>`,
  };
}

const TITLES: Partial<Record<ErrorName, string>> = {
  notFound: 'There is no such page',
  gameNotFound: 'There is no such game',
  internal: 'Something went wrong on our side',
  unavailable: 'The catalog is busy',
};
