import { AppError } from '../../errors.ts';
import { type DataDump, DUMP_MANIFEST, DUMPS_PATH, listDumpNames, listDumps } from '../../merging/export/data-dumps.ts';
import { formatList, formatNumber, safeUrl, table, timestamp } from '../kit/format.ts';
import { type Html, html, joined } from '../kit/html.ts';
import type { HtmlResponse, PageRequest, PageResponse } from '../kit/page.ts';

const MEGABYTE = 1e6;

/** The data dumps, the newest first. */
export async function showData({ app }: PageRequest): Promise<HtmlResponse> {
  const dumps = await listDumps(app.config);
  return {
    title: 'Data',
    description: 'The whole catalog as files: a bundle, JSON Lines, SQLite and text, with their licences.',
    canonical: DUMPS_PATH,
    body: html`<h1>Data</h1>
<p class="lead">The whole catalog as files. No account and no key is needed.</p>
<p class="prose"><a href="/docs/dumps">What the files contain</a>, with examples. For single questions there is
<a href="/docs">the API</a>.</p>
${dumps.length === 0 ? html`<p>No dump has been made yet.</p>` : dumps.map((dump) => dumpPart(dump))}`,
  };
}

function dumpPart({ name, made_at, revision, counts, sources, left_out, files }: DataDump): Html {
  const path = `${DUMPS_PATH}/${name}`;
  const caption = `Files of ${made_at}`;
  return html`<section><h2>${timestamp(Date.parse(made_at))}</h2>
<p>${formatNumber(counts.games ?? 0)} games, ${formatNumber(counts.releases ?? 0)} releases and
${formatNumber(counts.files ?? 0)} files by hash. Revision ${revision}.</p>
${table(caption, files, [
  ['File', (file) => html`<a href="${path}/${file.name}">${file.name}</a>`],
  ['Content', ({ about }) => about],
  ['MB', ({ bytes }) => formatNumber(Math.round((10 * bytes) / MEGABYTE) / 10), 'number'],
  ['Licences', ({ licences }) => licences.join(', ')],
])}
<p><a href="${path}/${DUMP_MANIFEST}">${DUMP_MANIFEST}</a> has the SHA-256 of each file. From
${joined(sources.map((source) => sourceLink(source)))}.
${left_out.length > 0 && `Without ${formatList(left_out)}, whose licences do not allow it.`}</p></section>`;
}

function sourceLink({ name, licence, url }: DataDump['sources'][number]): Html {
  const address = safeUrl(url);
  return html`${address ? html`<a href="${address}" rel="noopener">${name}</a>` : name} (${licence})`;
}

/** A file of the newest dump, at an address that stays. */
export async function showLatest({ app, path }: PageRequest): Promise<PageResponse> {
  const [name] = await listDumpNames(app.config);
  if (name === undefined) throw new AppError('notFound', 'No dump has been made yet.');
  const headers = { 'cache-control': 'no-cache' };
  return { status: 302, location: `${DUMPS_PATH}/${name}/${encodeURIComponent(path.file ?? '')}`, headers };
}
