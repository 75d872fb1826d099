import { readFileSync } from 'node:fs';
import { readBestKey } from '../../accounts/keys.ts';
import type { App } from '../../app.ts';
import type { Limits } from '../../plans.ts';
import { formatNumber } from '../kit/format.ts';
import { PRIVATE } from '../kit/forms.ts';
import { escapeText, Html, html } from '../kit/html.ts';
import type { HtmlResponse, PageRequest, TextResponse } from '../kit/page.ts';
import { staticUrl } from '../kit/static-files.ts';
import type { Article, Heading } from './markdown.ts';

/** The files of docs/ that the site shows: those for users of the API, not for operators. */
const ARTICLES = {
  '/docs': {
    file: 'guide.md',
    description: 'How to use the API: first request, errors, limits, paging, caching and best practices.',
  },
  '/docs/api': {
    file: 'api.md',
    description: 'Every endpoint, parameter, field, error and limit of the API.',
  },
  '/docs/programs': {
    file: 'programs.md',
    description:
      'How to use frontends, and programs that were written for the original API: address, settings, what to expect.',
  },
  '/docs/dumps': {
    file: 'dumps.md',
    description: 'The whole catalog as files: a bundle, JSON Lines, SQLite tables and text, with examples in SQL.',
  },
  '/docs/mirrors': {
    file: 'mirrors.md',
    description: 'A server that has the catalog of another one: start it, add own data, see how far it is behind.',
  },
  '/docs/performance': {
    file: 'performance.md',
    description: 'What each request costs, compared with a bare server, and how it was measured.',
  },
  '/docs/changelog': {
    file: '../CHANGELOG.md',
    description: 'What changed in the API.',
  },
  '/docs/credits': {
    file: '../starter/CREDITS.md',
    description: 'Credits and licences for the screenshots of the starter catalog.',
  },
} as const;
type ArticlePath = keyof typeof ARTICLES;
export const ARTICLE_PATHS = Object.keys(ARTICLES) as ArticlePath[];

export function listArticles() {
  return ARTICLE_PATHS.map((path) => {
    const [, title = ''] = /^# (.+)$/m.exec(readText('', path)) ?? [];
    return { path, title, description: ARTICLES[path].description };
  });
}

const NAV_LINKS = {
  '/docs': 'Guide',
  '/docs/api': 'Reference',
  '/docs/reference': 'Try it',
  '/docs/programs': 'Programs',
  '/docs/dumps': 'Dumps',
  '/docs/changelog': 'Changelog',
  '/docs/performance': 'Performance',
};

/** The default URL of the server, as written in the files. */
const DEFAULT_URL = 'http://localhost:8080';
/** What the samples have in place of a key. */
const KEY_PLACEHOLDER = 'YOUR_KEY';
const FOLDER = new URL('../../../docs/', import.meta.url);

/** Shows the article of a path. */
export function showArticle(path: ArticlePath): (request: PageRequest) => Promise<HtmlResponse> {
  return async ({ app, account }) => {
    const key = account && (await readBestKey(app, account.accountId));
    return articlePage(app, path, key);
  };
}

/** Shows the article as Markdown, for programs that read. Links lead to the other articles as Markdown. */
export function showMarkdown(path: ArticlePath): (request: PageRequest) => TextResponse {
  return ({ app: { publicUrl } }) => {
    const toUrl = (href: string) => {
      const target = linkTo(publicUrl, href);
      if (!target.startsWith('/')) return target;
      const [page = '', anchor] = target.split('#');
      const isArticle = page in ARTICLES;
      return `${publicUrl}${page}${isArticle ? '.md' : ''}${anchor === undefined ? '' : `#${anchor}`}`;
    };
    const text = readText(publicUrl, path).replaceAll(/\]\(([^()\s]+)\)/g, (_link, href) => `](${toUrl(href)})`);
    return { type: 'text/markdown; charset=utf-8', text };
  };
}

const DOCS_STYLES = html`<link rel="stylesheet" href="${staticUrl('docs.css')}">`;

export function docsNav(currentPath: string): Html {
  return html`<nav class="docs-nav" aria-label="Documentation"><ul>${Object.entries(NAV_LINKS).map(
    ([path, name]) => html`<li><a href="${path}"${path === currentPath && html` aria-current="page"`}>${name}</a></li>`,
  )}</ul></nav>`;
}

/** With a key, the page is personal: it is neither cached nor compressed. */
async function articlePage(app: App, path: ArticlePath, key: string | undefined): Promise<HtmlResponse> {
  const { title, headings, body } = await readArticle(app, path);
  const hasSamples = body.markup.includes(KEY_PLACEHOLDER);
  return {
    title,
    ...(key !== undefined && hasSamples && { headers: PRIVATE }),
    description: ARTICLES[path].description,
    canonical: path,
    head: html`${DOCS_STYLES}
<link rel="alternate" type="text/markdown" href="${path}.md">
<script type="module" src="${staticUrl('docs.js')}"></script>`,
    body: html`${docsNav(path)}
<div class="docs">
<h1>${title}</h1>
${contentsOf(headings)}
<article class="prose">
${hasSamples && keyNote(app, path, key)}
${key === undefined ? body : new Html(body.markup.replaceAll(KEY_PLACEHOLDER, () => escapeText(key)))}
</article>
</div>`,
  };
}

function keyNote({ anonymous }: App, path: ArticlePath, key: string | undefined): Html {
  if (key !== undefined) return html`<p class="key-note">The samples contain your key. They work as they are.</p>`;
  const isOptional = anonymous && html`This server also answers without a key${withLimits(anonymous)}. `;
  return html`<p class="key-note">${isOptional}<a href="/signin?next=${encodeURIComponent(path)}">Sign in</a> to see these samples with your own key.</p>`;
}

function withLimits({ perHour, perSecond }: Limits): string {
  const parts = [perHour && `${formatNumber(perHour)} per hour`, perSecond && `${formatNumber(perSecond)} per second`];
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? '' : `, at most ${known.join(' and ')} from each IP address`;
}

/** Parsed once: the files do not change while the server runs. */
const articles = new Map<string, Article>();

async function readArticle({ publicUrl }: App, path: ArticlePath): Promise<Article> {
  const cached = articles.get(publicUrl + path);
  if (cached) return cached;
  const text = readText(publicUrl, path);
  // Loaded on demand, for a faster start.
  const { renderMarkdown } = await import('./markdown.ts');
  const article = renderMarkdown(text, (href) => linkTo(publicUrl, href));
  articles.set(publicUrl + path, article);
  return article;
}

function readText(publicUrl: string, path: ArticlePath): string {
  const text = readFileSync(new URL(ARTICLES[path].file, FOLDER), 'utf8').replaceAll(DEFAULT_URL, publicUrl);
  return path === '/docs/changelog' ? apiChanges(text) : text;
}

/** The sections about the API. Links to the files of operators become text. */
function apiChanges(changelog: string): string {
  return changelog
    .split(/^(?=#{1,3} )/m)
    .filter((section) => !section.startsWith('### ') || section.startsWith('### API'))
    .join('')
    .replaceAll(/\[([^\]]+)\]\(docs\/[^)]*\)/g, '$1');
}

/** Turns links between files into links between pages, and absolute URLs of this server into paths. */
function linkTo(publicUrl: string, href: string): string {
  if (href.startsWith(`${publicUrl}/`)) return href.slice(publicUrl.length);
  if (href.startsWith('#') || href.startsWith('https:')) return href;
  const [file = '', anchor] = href.split('#');
  const path = Object.entries(ARTICLES).find(([, article]) => article.file === file)?.[0];
  if (!path) throw new Error(`the site does not show ${href}`);
  return anchor === undefined ? path : `${path}#${anchor}`;
}

function contentsOf(headings: readonly Heading[]): Html {
  return html`<nav class="contents" aria-labelledby="contents"><h2 id="contents">On this page</h2><ul>${headings.map(
    ({ depth, id, text }) => html`<li class="depth-${depth}"><a href="#${id}">${breakable(text)}</a></li>`,
  )}</ul></nav>`;
}

/** Allows line breaks after slashes. */
function breakable(text: string): Html[] {
  return text.split(/(?<=\/)/).map((part) => html`${part}<wbr>`);
}
