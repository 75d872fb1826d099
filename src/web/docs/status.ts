import { VERSION } from '../../version.ts';
import { formatDuration, formatNumber, timestamp } from '../kit/format.ts';
import { type Html, html } from '../kit/html.ts';
import type { HtmlResponse, PageRequest } from '../kit/page.ts';
import { DOCS_STYLES, docsNav } from './docs.ts';

const startedAt = Date.now();

/** Whether this server works, and what it serves. A monitor asks `/readyz` instead. */
export async function showStatus({ app, snapshot }: PageRequest): Promise<HtmlResponse> {
  const isStoreUp = await app.store.readRevisions().then(
    () => true,
    () => false,
  );
  return {
    status: isStoreUp ? 200 : 503,
    title: 'Status',
    description: 'The state of the API of this server.',
    canonical: '/docs/status',
    headers: { 'cache-control': 'no-store' },
    head: DOCS_STYLES,
    body: html`${docsNav('/docs/status')}
<h1>Status</h1>
<p class="lead">${isStoreUp ? html`<strong>The API works.</strong>` : html`<strong>The database is unavailable.</strong> Games are shown; keys are not checked until it is back.`}</p>
<table class="facts"><tbody>
${row('API', html`<code>${app.publicUrl}/v1</code>`)}
${row('Games', formatNumber(snapshot.ids.length))}
${row('State of the catalog', html`revision ${formatNumber(snapshot.revision)}`)}
${row('Version', VERSION)}
${row('Running for', formatDuration(Date.now() - startedAt))}
${row('Time of the server', timestamp(app.clock()))}
</tbody></table>
<p>A monitor can ask <a href="/readyz"><code>/readyz</code></a>: 200 if requests are served, 503 if not.
<a href="/docs#errors">The guide</a> says what to do with each error.</p>`,
  };
}

function row(name: string, value: Html | string): Html {
  return html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`;
}
