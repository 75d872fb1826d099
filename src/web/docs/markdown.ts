import { Marked, type Tokens } from 'marked';
import { escapeText, Html, html } from '../kit/html.ts';
import { highlight } from './highlight.ts';
import { withTabs } from './tabs.ts';

export interface Heading {
  depth: number;
  id: string;
  text: string;
}

export interface Article {
  title: string;
  /** All headings but the title. */
  headings: Heading[];
  /** Without the title. */
  body: Html;
}

export interface MarkdownOptions {
  /** Rewrites the target of a link. */
  linkTo(href: string): string;
  /** The drawing of an image; without it an image is its description. */
  drawingOf?(href: string): Html;
}

/** Renders a Markdown file. HTML in the file is escaped. */
export function renderMarkdown(text: string, { linkTo, drawingOf }: MarkdownOptions): Article {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const heading = { depth, id: freeId(slugOf(plain(tokens)), headings), text: plain(tokens) };
        headings.push(heading);
        const inner = new Html(this.parser.parseInline(tokens));
        if (depth === 1) return '';
        const tag = new Html(`h${depth}`);
        return html`<${tag} id="${heading.id}"><a href="#${heading.id}">${inner}</a></${tag}>\n`.markup;
      },
      link({ href, tokens }) {
        return html`<a href="${linkTo(href)}">${new Html(this.parser.parseInline(tokens))}</a>`.markup;
      },
      // tabindex makes wide blocks scrollable with the keyboard.
      code({ text: code, lang }) {
        // The rest of the info string tells the tests how to run the block.
        const language = lang?.split(' ', 1)[0];
        return html`<pre tabindex="0" data-language="${language}"><code>${highlight(code, language)}</code></pre>\n`
          .markup;
      },
      table(token) {
        const isErrors = plain(token.header[1]?.tokens ?? []) === 'code';
        const rows = token.rows
          .map((row) => (isErrors ? errorRow(row, cellsOf(this, row)) : this.tablerow({ text: cellsOf(this, row) })))
          .join('');
        const more = isErrors ? '<th class="anchor"><span class="visually-hidden">Link</span></th>' : '';
        const head = this.tablerow({ text: cellsOf(this, token.header) + more });
        return `<div class="scroll" tabindex="0"><table><thead>${head}</thead><tbody>${rows}</tbody></table></div>\n`;
      },
      html: ({ text: markup }) => escapeText(markup),
      image: ({ href, text: description }) =>
        drawingOf ? html`<span class="drawing" tabindex="0">${drawingOf(href)}</span>`.markup : escapeText(description),
    },
  });
  const body = new Html(withTabs(marked.parse(text, { async: false })));
  return { title: headings[0]?.text ?? '', headings: headings.slice(1), body };
}

function cellsOf(renderer: { tablecell(cell: Tokens.TableCell): string }, cells: Tokens.TableCell[]): string {
  return cells.map((cell) => renderer.tablecell(cell)).join('');
}

/** A row of the table of errors, with an anchor for its code. Several errors share code 1, so the title is part of it. */
function errorRow(row: readonly Tokens.TableCell[], cells: string): string {
  const [, code, title] = row.map(({ tokens }) => plain(tokens));
  const id = slugOf(`error ${code} ${title}`);
  return html`<tr id="${id}">${new Html(cells)}<td class="anchor"><a href="#${id}" aria-label="Link to ${title ?? ''}">#</a></td></tr>\n`
    .markup;
}

/** The text of a heading without markup. */
function plain(tokens: readonly { raw: string; text?: string }[]): string {
  return tokens.map(({ raw, text }) => text ?? raw).join('');
}

/** The same anchors as GitHub, so that links work in both places. */
function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

function freeId(slug: string, taken: readonly Heading[]): string {
  const same = taken.filter(({ id }) => id === slug || id.replace(/-\d+$/, '') === slug).length;
  return same === 0 ? slug : `${slug}-${same}`;
}
