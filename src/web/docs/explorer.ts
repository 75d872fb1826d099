import { html } from '../kit/html.ts';
import type { PageRequest, TextAnswer } from '../kit/page.ts';
import { contentPolicy } from '../kit/security-headers.ts';
import { staticUrl } from '../kit/static-files.ts';
import { docsWays } from './docs.ts';
import { EXPLORER_SCRIPT, readExplorerScript } from './explorer-script.ts';

/**
 * What the script draws has styles in elements and attributes, made while it runs: neither nonces nor hashes reach them.
 * Scripts are as strict here as everywhere, and requests go to this server alone.
 */
const STYLES = "style-src 'self' 'unsafe-inline'";

/** The interactive reference. A document of its own: the site's stylesheet would reach into what the script draws. */
export async function showExplorer({ app, account }: PageRequest): Promise<TextAnswer> {
  const { version } = await readExplorerScript();
  // Addresses for scripts are relative: the site may be served below a path.
  const script = `../static/${EXPLORER_SCRIPT}?v=${version}`;
  return {
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': `${contentPolicy(app.catalog.options.mediaUrl)}; ${STYLES}` },
    text: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Try the API · Ludex</title>
<meta name="description" content="Every call of the API, to be sent from the browser.">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${staticUrl('icon.svg')}">
<link rel="stylesheet" href="${staticUrl('explorer.css')}">
<link rel="preload" as="script" href="${script}">
<script type="module" src="${staticUrl('explorer.js')}"></script>
</head>
<body>
<section class="site" aria-label="Site">
<a class="name" href="/" aria-label="Ludex, home">Ludex</a>
${docsWays('/docs/reference')}
<p>${account ? 'Your own key is filled in.' : html`<a href="/signin?next=%2Fdocs%2Freference">Sign in</a> to have your key filled in.`}</p>
</section>
<p class="waiting">The explorer comes up in a moment, with JavaScript. <a href="/docs/api">The contract</a> says the same in
words, and <a href="/v1/openapi.json">openapi.json</a> for programs.</p>
<div id="explorer" data-script="${script}"${account && html` data-key="../profile/key.json"`}></div>
</body>
</html>
`.markup,
  };
}
