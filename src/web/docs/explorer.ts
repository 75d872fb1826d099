import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { findRecord } from '../../catalog/catalog.ts';
import { threadFile } from '../../threads.ts';
import { listBestKnown } from '../catalog/home/featured-games.ts';
import { html } from '../kit/html.ts';
import { contentPolicy, type PageRequest, type TextResponse } from '../kit/page.ts';
import { colorSchemeTag, readTheme, themeAttribute } from '../kit/preferences.ts';
import { type StaticFile, staticFile, staticUrl } from '../kit/static-files.ts';
import { docsNav } from './docs.ts';

/** The explorer creates inline styles at run time, which nonces and hashes cannot cover. Scripts stay as strict as elsewhere. */
const STYLES = "style-src 'self' 'unsafe-inline'";

/** The API explorer. It does not use the layout: the site's stylesheet would affect the explorer's elements. */
export async function showExplorer(request: PageRequest): Promise<TextResponse> {
  const { app, account } = request;
  const theme = readTheme(request);
  const { version } = await readExplorerScript();
  // Relative, because the site may be served below a path.
  const script = `../static/${EXPLORER_SCRIPT}?v=${version}`;
  return {
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': `${contentPolicy(app.catalog.options.mediaUrl)}; ${STYLES}` },
    text: html`<!doctype html>
<html lang="en"${themeAttribute(theme)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Try the API · Ludex</title>
<meta name="description" content="Try every API endpoint in the browser.">
${colorSchemeTag(theme)}
<link rel="icon" type="image/svg+xml" href="${staticUrl('icon.svg')}">
<link rel="stylesheet" href="${staticUrl('explorer.css')}">
<link rel="preload" as="script" href="${script}">
<script type="module" src="${staticUrl('explorer.js')}"></script>
</head>
<body>
<section class="site" aria-label="Site">
<a class="name" href="/" aria-label="Ludex, home">Ludex</a>
${docsNav('/docs/reference')}
<p>${account ? 'Your key is filled in.' : html`<a href="/signin?next=%2Fdocs%2Freference">Sign in</a> to fill in your key.`}
<a href="/v1/openapi.json" download>Download openapi.json</a></p>
</section>
<p class="loading">Loading the API explorer, which needs JavaScript. You can also read <a href="/docs/api">the API reference</a>
or download <a href="/v1/openapi.json">openapi.json</a>.</p>
<p id="note" role="status"></p>
<div id="explorer" data-script="${script}" data-examples="${JSON.stringify(await findExamples(request))}"${account && html` data-key="../profile/key.json"`}></div>
</body>
</html>
`.markup,
  };
}

/** Ids of a game of this catalog: the document has those of the starter catalog. */
async function findExamples({ app, snapshot }: PageRequest): Promise<Record<string, number | undefined>> {
  const [position = 0] = listBestKnown(snapshot, 0, 1);
  const record = await findRecord(app.catalog, snapshot, snapshot.ids[position] ?? 0);
  if (!record) return {};
  const { game_id, platforms } = record;
  const [company] = platforms.flatMap(({ releases }) => releases.flatMap(({ companies }) => companies));
  return { game_id, platform_id: platforms[0]?.platform_id, company_id: company?.company_id };
}

export const EXPLORER_SCRIPT = 'scalar.js';

let script: Promise<StaticFile> | undefined;

/** Loads the script of the API explorer on the first request. */
export function readExplorerScript(): Promise<StaticFile> {
  script ??= readInThread();
  script.catch(() => {
    script = undefined;
  });
  return script;
}

/** In a worker thread: loading the package takes 250 ms and 40 MB that are not needed afterwards. */
async function readInThread(): Promise<StaticFile> {
  const worker = new Worker(threadFile('explorer-thread', import.meta.url));
  const [bytes] = (await once(worker, 'message')) as [Uint8Array];
  await worker.terminate();
  return staticFile(EXPLORER_SCRIPT, Buffer.from(bytes.buffer));
}
