import { ERRORS, type ErrorName } from '../../errors.ts';
import { html } from './html.ts';
import { searchForm } from './layout.ts';
import type { HtmlResponse } from './page.ts';

/** An error page says what the visitor can do. It shows a stack trace only in development. */
export function errorPage(kind: ErrorName, message: string, stack?: string): HtmlResponse {
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
  notFound: 'Page not found',
  gameNotFound: 'Game not found',
  internal: 'Something went wrong',
  unavailable: 'The catalog is busy',
};
