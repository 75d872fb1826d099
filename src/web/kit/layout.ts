import type { App } from '../../app.ts';
import { type Html, html, nothing } from './html.ts';
import type { HtmlAnswer, PageRequest } from './page.ts';
import { staticUrl } from './static-files.ts';

/** The ways in that every page begins with. */
const WAYS = [
  ['/games', 'Games'],
  ['/platforms', 'Platforms'],
  ['/genres', 'Genres'],
  ['/groups', 'Groups'],
  ['/docs', 'API'],
] as const;

/** The whole document around a page's body. */
export function layOut(app: App, page: HtmlAnswer, visit: Pick<PageRequest, 'account' | 'url'>): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${headOf(app, page)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="name" href="/" aria-label="Ludex, home">Ludex</a>
<nav aria-label="Site"><ul>${WAYS.map(([path, name]) => wayIn(path, name, visit.url))}</ul></nav>
${!page.hasSearch && searchForm(page.searched)}
<span class="visitor">${visit.account?.role === 'operator' && html`<a href="/operator">Operator</a> `}<a href="${visit.account ? '/profile' : '/signin'}">${visit.account ? 'Profile' : 'Sign in'}</a></span>
</header>
<main id="main" tabindex="-1">
${page.body}
</main>
<footer class="bottom">
${page.jsonUrl && jsonLink(page.jsonUrl, page.jsonMore)}
<ul><li><a href="/docs">Documentation</a></li><li><a href="/feed.atom">Changes as a feed</a></li>
<li><a href="/sources">Sources and licences</a></li>
${app.config.contact && html`<li><a href="${app.config.contact}">Contact</a></li>`}</ul>
</footer>
</body>
</html>
`.markup;
}

export function searchForm(searched = ''): Html {
  return html`<form class="search" role="search" action="/games" data-suggest="/suggest">
<label class="unseen" for="search">Search titles</label>
<input id="search" type="search" name="title" value="${searched}" maxlength="128" placeholder="Search titles" autocomplete="off">
<button>Search</button>
</form>`;
}

function headOf(app: App, page: HtmlAnswer): Html {
  const { title, description, canonical } = page;
  const whole = title === 'Ludex' ? title : `${title} · Ludex`;
  return html`<title>${whole}</title>
${description && html`<meta name="description" content="${description}">`}
${canonical ? addressOf(app, canonical) : html`<meta name="robots" content="noindex">`}
<meta property="og:site_name" content="Ludex">
<meta property="og:title" content="${title}">
${description && html`<meta property="og:description" content="${description}">`}
${page.picture && html`<meta property="og:image" content="${page.picture}">`}
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${staticUrl('icon.svg')}">
<script type="module" src="${staticUrl('suggest.js')}"></script>
<link rel="stylesheet" href="${staticUrl('style.css')}">
<link rel="search" type="application/opensearchdescription+xml" title="Ludex" href="/opensearch.xml">
<link rel="alternate" type="application/atom+xml" title="Recent changes" href="/feed.atom">
${page.head ?? nothing}`;
}

function addressOf(app: App, canonical: string): Html {
  const address = app.publicUrl + canonical;
  return html`<link rel="canonical" href="${address}">
<meta property="og:url" content="${address}">`;
}

function wayIn(path: string, name: string, url = ''): Html {
  const here = url.split('?', 1)[0] === path;
  return html`<li><a href="${path}"${here && html` aria-current="page"`}>${name}</a></li>`;
}

function jsonLink(url: string, more: readonly string[] = []): Html {
  return html`<div class="json"><p><a href="${url}" rel="nofollow">This page as JSON</a> (needs an <a href="/docs">API key</a>)</p>
<p><code>GET ${url}</code></p>
${more.length > 0 && html`<details><summary>and for each platform</summary><ul>${more.map((path) => html`<li><code>GET ${path}</code></li>`)}</ul></details>`}</div>`;
}
