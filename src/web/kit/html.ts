/** Markup that may go into a page as it is. Only `html` makes it, so that no text gets there unescaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }

  toString(): string {
    return this.markup;
  }
}

export type Part = Html | string | number | null | undefined | false | readonly Part[];

export const nothing = new Html('');

/** A piece of a page: markup is put in as it is, lists one after another, everything else as escaped text. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  let markup = literals[0] as string;
  for (let i = 0; i < parts.length; i++) markup += markupOf(parts[i]) + literals[i + 1];
  return new Html(markup);
}

/** The parts with a separator between them. */
export function joined(parts: readonly Part[], separator: Part = ', '): Html {
  return html`${parts.map((part, i) => [i > 0 && separator, part])}`;
}

/** A JSON data block, which browsers do not run. */
export function jsonBlock(type: string, value: unknown): Html {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return new Html(`<script type="${type}">${json}</script>`);
}

/** By hand: six characters in one expression need no package. The equals sign counts in attributes without quotes. */
export function escapeText(text: string): string {
  const shown = text.replace(UNPRINTABLE, '\uFFFD');
  // Most texts have none of them, and the test is quicker than the replacement.
  return /["&'<=>]/.test(shown) ? shown.replace(/["&'<=>]/g, (sign) => `&#${sign.charCodeAt(0)};`) : shown;
}

/** Control characters, bidirectional overrides and characters that XML forbids. They become U+FFFD. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNPRINTABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (Array.isArray(part)) return part.map(markupOf).join('');
  if (part === null || part === undefined || part === false) return '';
  return typeof part === 'number' ? String(part) : escapeText(part as string);
}
