import { readFileSync } from 'node:fs';
import type { App } from '../../app.ts';
import { type Html, html } from '../kit/html.ts';
import type { HtmlResponse, PageRequest } from '../kit/page.ts';
import { staticUrl } from '../kit/static-files.ts';
import { type Article, type Heading, renderMarkdown } from './markdown.ts';

/** The files of docs/ that the site shows: those for users of the API, not for operators. */
const ARTICLES = {
  '/docs': {
    file: 'guide.md',
    name: 'Guide',
    description: 'How to use the API: first request, errors, limits, paging, caching and best practices.',
  },
  '/docs/api': {
    file: 'api.md',
    name: 'API reference',
    description: 'Every endpoint, parameter, field, error and limit of the API.',
  },
  '/docs/credits': {
    file: '../starter/CREDITS.md',
    name: 'Credits',
    description: 'Credits and licences for the screenshots of the starter catalog.',
  },
} as const;
type ArticlePath = keyof typeof ARTICLES;

const NAV_LINKS = [
  ['/docs', ARTICLES['/docs'].name],
  ['/docs/api', ARTICLES['/docs/api'].name],
  ['/docs/reference', 'Try it'],
] as const;

/** The default URL of the server, as written in the files. */
const DEFAULT_URL = 'http://localhost:8080';
const FOLDER = new URL('../../../docs/', import.meta.url);

/** Shows the article of a path. */
export function showArticle(path: ArticlePath): (request: PageRequest) => HtmlResponse {
  return ({ app }) => articlePage(app, path);
}

export function docsNav(currentPath: string): Html {
  return html`<nav class="docs-nav" aria-label="Documentation"><ul>${NAV_LINKS.map(
    ([path, name]) => html`<li><a href="${path}"${path === currentPath && html` aria-current="page"`}>${name}</a></li>`,
  )}</ul></nav>`;
}

function articlePage(app: App, path: ArticlePath): HtmlResponse {
  const { title, headings, body } = readArticle(app, path);
  return {
    title,
    description: ARTICLES[path].description,
    canonical: path,
    head: html`<link rel="stylesheet" href="${staticUrl('docs.css')}">
<script type="module" src="${staticUrl('docs.js')}"></script>`,
    body: html`${docsNav(path)}
<div class="docs">
<h1>${title}</h1>
${contentsOf(headings)}
<article class="prose">
${body}
</article>
</div>`,
  };
}

/** Parsed once: the files do not change while the server runs. */
const articles = new Map<string, Article>();

function readArticle({ publicUrl }: App, path: ArticlePath): Article {
  const cached = articles.get(publicUrl + path);
  if (cached) return cached;
  const text = readFileSync(new URL(ARTICLES[path].file, FOLDER), 'utf8').replaceAll(DEFAULT_URL, publicUrl);
  const article = renderMarkdown(text, (href) => linkTo(publicUrl, href));
  articles.set(publicUrl + path, article);
  return article;
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
