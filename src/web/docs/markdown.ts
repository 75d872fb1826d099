import { Marked, type Tokens } from 'marked';
import { escapeText, Html, html } from '../kit/html.ts';

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

/** Renders a Markdown file, with other targets of its links. HTML in the file is escaped, and an image is its description. */
export function renderMarkdown(text: string, linkTo: (href: string) => string): Article {
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
      image: ({ text: description }) => escapeText(description),
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

const NAMES: Record<string, string> = {
  sh: 'curl',
  js: 'JavaScript',
  python: 'Python',
  csharp: 'C#',
  go: 'Go',
  php: 'PHP',
};

const BLOCK = /<pre tabindex="0" data-language="(\w+)">[\s\S]*?<\/pre>\n/g;
const ADJACENT_BLOCKS = new RegExp(
  `(?:<pre tabindex="0" data-language="(?:${Object.keys(NAMES).join('|')})">[^]*?</pre>\\n){2,}`,
  'g',
);

/** Turns adjacent code blocks in different languages into tabs. The tabs are radio buttons, so they need no JavaScript. */
function withTabs(markup: string): string {
  let count = 0;
  return markup.replaceAll(ADJACENT_BLOCKS, (blocks) => {
    const languages = Array.from(blocks.matchAll(BLOCK), ([, language]) => language as string);
    if (new Set(languages).size < languages.length) return blocks;
    count++;
    return tabs(`language-${count}`, languages, blocks).markup;
  });
}

function tabs(group: string, languages: readonly string[], blocks: string): Html {
  return html`<div class="code-tabs">
<fieldset><legend class="visually-hidden">Language</legend>${languages.map(
    (language, i) =>
      html`<label><input type="radio" name="${group}" value="${language}"${i === 0 && html` checked`}>${NAMES[language] ?? language}</label>`,
  )}</fieldset>
${new Html(blocks)}</div>
`;
}

/**
 * Colours code samples on the server: comments, strings, numbers and keywords. By hand: a package for hundreds of languages
 * is larger than the whole site, and samples need no grammar.
 */
export function highlight(code: string, language = ''): Html {
  if (!COLOURED.includes(language)) return html`${code}`;
  // The odd parts are tokens.
  const parts = code.split(TOKEN).map((part, i) => {
    const kind = i % 2 === 1 && kindOf(part);
    return kind ? html`<span class="${kind}">${part}</span>` : part;
  });
  return html`${parts}`;
}

function kindOf(token: string): string | false {
  if (/^(?:#|\/[/*])/.test(token)) return 'comment';
  if (/^\$?["'`]/.test(token)) return 'string';
  return /^\d/.test(token) ? 'number' : KEYWORDS.has(token) && 'keyword';
}

/** What begins a comment must follow a space: in a URL and in a shell variable it does not. */
const TOKEN =
  /(\$?"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|(?<=^|\s)(?:#|\/\/)[^\n]*|\/\*[\s\S]*?\*\/|\b\d[\d_.]*\b|[A-Za-z_$][\w$]*)/m;

const COLOURED = ['sh', 'json', 'js', 'ts', 'python', 'go', 'php', 'csharp'];

/** Of all these languages: the samples have no variables that are a keyword of another one. */
const KEYWORDS = new Set(
  `and array as async await break const continue curl def defer do done echo else err except exit export False false fi for
foreach from func function if import in is let nil None not npx null of or out package print raise range return string struct
then throw True true try type undefined using var while with new`.split(/\s+/),
);
