import { readFileSync } from 'node:fs';
import type { App } from '../../app.ts';
import { type Html, html } from '../kit/html.ts';
import type { HtmlAnswer, PageRequest } from '../kit/page.ts';
import { staticUrl } from '../kit/static-files.ts';
import { type Article, type Heading, renderMarkdown } from './markdown.ts';

/** What of docs/ is shown on the site: what callers of the API need. Operators read theirs where they got the program. */
const ARTICLES = {
  '/docs': {
    file: 'guide.md',
    name: 'Guide',
    description: 'How to call the API: the first call, errors, limits, paging, caching and good manners.',
  },
  '/docs/api': {
    file: 'api.md',
    name: 'Contract',
    description: 'Every endpoint, parameter, field, error and limit of the API.',
  },
  '/docs/credits': {
    file: '../starter/CREDITS.md',
    name: 'Credits',
    description: 'Whose work the screenshots of the starter catalog show, and under which licences.',
  },
} as const;
type ArticlePath = keyof typeof ARTICLES;

const WAYS = [
  ['/docs', ARTICLES['/docs'].name],
  ['/docs/api', ARTICLES['/docs/api'].name],
  ['/docs/reference', 'Try it'],
] as const;

/** The address that the files are written with: where the program serves when nobody tells it otherwise. */
const WRITTEN_URL = 'http://localhost:8080';
const FOLDER = new URL('../../../docs/', import.meta.url);

export function showGuide(request: PageRequest): HtmlAnswer {
  return showArticle(request.app, '/docs');
}

export function showContract(request: PageRequest): HtmlAnswer {
  return showArticle(request.app, '/docs/api');
}

export function showCredits(request: PageRequest): HtmlAnswer {
  return showArticle(request.app, '/docs/credits');
}

export function docsWays(here: string): Html {
  return html`<nav class="docs-ways" aria-label="Documentation"><ul>${WAYS.map(
    ([path, name]) => html`<li><a href="${path}"${path === here && html` aria-current="page"`}>${name}</a></li>`,
  )}</ul></nav>`;
}

function showArticle(app: App, path: ArticlePath): HtmlAnswer {
  const { title, headings, body } = readArticle(app, path);
  return {
    title,
    description: ARTICLES[path].description,
    canonical: path,
    head: html`<link rel="stylesheet" href="${staticUrl('docs.css')}">
<script type="module" src="${staticUrl('docs.js')}"></script>`,
    body: html`${docsWays(path)}
<div class="docs">
<h1>${title}</h1>
${contentsOf(headings)}
<article class="prose">
${body}
</article>
</div>`,
  };
}

/** Files do not change while the program runs. */
const articles = new Map<string, Article>();

function readArticle({ publicUrl }: App, path: ArticlePath): Article {
  const known = articles.get(publicUrl + path);
  if (known) return known;
  const text = readFileSync(new URL(ARTICLES[path].file, FOLDER), 'utf8').replaceAll(WRITTEN_URL, publicUrl);
  const article = renderMarkdown(text, (href) => linkTo(publicUrl, href));
  articles.set(publicUrl + path, article);
  return article;
}

/** Links between the files become links between the pages; what leads to this server stays on it. */
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

/** Paths may be broken at their slashes. */
function breakable(text: string): Html[] {
  return text.split(/(?<=\/)/).map((part) => html`${part}<wbr>`);
}
