import type { App } from '../../app.ts';
import { type Html, html, nothing } from './html.ts';
import type { HtmlResponse, PagePicture, PageRequest } from './page.ts';
import { colorSchemeTag, type Theme, themeAttribute, themeSwitch } from './preferences.ts';
import { LATIN_FONT, staticUrl } from './static-files.ts';

const NAV_LINKS = [
  ['/games', 'Games'],
  ['/platforms', 'Platforms'],
  ['/genres', 'Genres'],
  ['/groups', 'Series'],
  ['/companies', 'Companies'],
  ['/docs', 'API'],
] as const;

/** What the layout depends on, beside the page. */
type Visit = Pick<PageRequest, 'account' | 'url'> & { method: string; theme: Theme | undefined };

/** The feed of all games. */
const FEED = '/feed.atom';

/** Renders the HTML document around a page's body. */
export function renderLayout(app: App, page: HtmlResponse, request: Visit): string {
  return html`<!doctype html>
<html lang="en"${themeAttribute(request.theme)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${headTags(app, page, request.theme)}
</head>
<body>
<a class="skip-link" href="#main">Skip to content</a>
<header class="top">
<a class="name" href="/" aria-label="Ludex, home">Ludex</a>
<nav aria-label="Site"><ul>${NAV_LINKS.map(([path, name]) => navLink(path, name, request.url))}</ul></nav>
${!page.hasSearch && searchForm(page.searchText)}
<span class="visitor">${visitorLinks(app, request.account)}</span>
${themeSwitch(request.theme, request.method === 'POST' ? '/' : request.url)}
</header>
<main id="main" tabindex="-1">
${page.body}
</main>
<footer class="bottom">
${page.jsonUrl && jsonLink(app, page.jsonUrl)}
<ul><li><a href="/terms">Terms</a></li><li class="feed"><a href="${page.feed ?? FEED}">Atom feed</a></li>
<li><a href="/sources">Sources and licences</a></li>
${app.config.dumps !== 'off' && html`<li><a href="/data">Data</a></li>`}
${app.config.contact && html`<li><a href="${app.config.contact}">Contact</a></li>`}</ul>
</footer>
</body>
</html>
`.markup;
}

function visitorLinks({ config }: App, account: PageRequest['account']): Html {
  if (!account)
    return html`${config.sign_up === 'open' && html`<a class="get-key" href="/signup">Get an API key</a> `}<a href="/signin">Sign in</a>`;
  return html`${account.role === 'operator' && html`<a href="/operator">Operator</a> `}<a href="/profile">Profile</a>`;
}

export function searchForm(searchText = ''): Html {
  return html`<form class="search" role="search" action="/games" data-suggest="/suggest">
<label class="visually-hidden" for="search">Search titles</label>
<input id="search" type="search" name="title" value="${searchText}" maxlength="128" placeholder="Search titles" autocomplete="off">
<button>Search</button>
</form>`;
}

function headTags(app: App, page: HtmlResponse, theme: Theme | undefined): Html {
  const { title, description, canonical } = page;
  const documentTitle = title === 'Ludex' ? title : `${title} · Ludex`;
  return html`<title>${documentTitle}</title>
${description && html`<meta name="description" content="${description}">`}
${canonical ? canonicalTags(app, canonical) : html`<meta name="robots" content="noindex">`}
<meta property="og:site_name" content="Ludex">
<meta property="og:title" content="${title}">
${description && html`<meta property="og:description" content="${description}">`}
${page.picture && pictureTags(page.picture)}
${colorSchemeTag(theme)}
<link rel="icon" type="image/svg+xml" href="${staticUrl('icon.svg')}">
<link rel="preload" as="font" type="font/woff2" href="${staticUrl(LATIN_FONT)}" crossorigin>
<script type="module" src="${staticUrl('suggest.js')}"></script>
<script type="module" src="${staticUrl('theme.js')}"></script>
<link rel="stylesheet" href="${staticUrl('style.css')}">
<link rel="search" type="application/opensearchdescription+xml" title="Ludex" href="/opensearch.xml">
<link rel="alternate" type="application/atom+xml" title="Recent changes" href="${page.feed ?? FEED}">
${page.head ?? nothing}`;
}

function pictureTags({ url, alt, width, height }: PagePicture): Html {
  return html`<meta property="og:image" content="${url}">
<meta property="og:image:width" content="${width}">
<meta property="og:image:height" content="${height}">
<meta property="og:image:alt" content="${alt}">
<meta name="twitter:card" content="summary">`;
}

function canonicalTags(app: App, canonical: string): Html {
  const url = app.publicUrl + canonical;
  return html`<link rel="canonical" href="${url}">
<meta property="og:url" content="${url}">`;
}

function navLink(path: string, name: string, url = ''): Html {
  const isCurrent = url.split('?', 1)[0] === path;
  return html`<li><a href="${path}"${isCurrent && html` aria-current="page"`}>${name}</a></li>`;
}

function jsonLink({ anonymous }: App, url: string): Html {
  const needs = !anonymous && html` (needs an <a href="/docs">API key</a>)`;
  return html`<div class="json"><p><a href="${url}" rel="nofollow">This page as JSON</a>${needs}</p>
<p><code>GET ${url}</code></p></div>`;
}
