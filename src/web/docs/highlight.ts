import { escapeText, Html } from '../kit/html.ts';

/**
 * Colours code samples on the server: comments, strings, numbers and keywords. By hand: a package for hundreds of languages
 * is larger than the whole site, and samples need no grammar.
 */
export function highlight(code: string, language: string | undefined): Html {
  const grammar = GRAMMARS[language ?? ''];
  if (!grammar) return new Html(escapeText(code));
  let markup = '';
  let end = 0;
  for (const match of code.matchAll(grammar.pattern)) {
    markup += escapeText(code.slice(end, match.index)) + colour(match, grammar.keywords);
    end = match.index + match[0].length;
  }
  return new Html(markup + escapeText(code.slice(end)));
}

interface Grammar {
  /** With the groups `comment`, `string`, `number` and `word`. */
  pattern: RegExp;
  keywords: ReadonlySet<string>;
}

function colour({ 0: text, groups = {} }: RegExpMatchArray, keywords: ReadonlySet<string>): string {
  const kind = (['comment', 'string', 'number'] as const).find((name) => groups[name] !== undefined);
  const shown = kind ?? (keywords.has(text) ? 'keyword' : undefined);
  return shown ? `<span class="${shown}">${escapeText(text)}</span>` : escapeText(text);
}

const C_COMMENT = String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`;
// A URL in a command is not a comment, so `#` must follow a space.
const HASH_COMMENT = String.raw`(?<=^|\s)#[^\n]*`;
const QUOTED = String.raw`"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'`;
const BACKTICKS = String.raw`\`(?:\\[\s\S]|[^\`\\])*\``;

const GRAMMARS: Record<string, Grammar> = {
  sh: grammar(HASH_COMMENT, String.raw`"(?:\\[\s\S]|[^"\\])*"|'[^']*'`, 'do done for if fi in npx curl then while'),
  json: grammar(C_COMMENT, QUOTED, 'false null true'),
  js: grammar(
    C_COMMENT,
    `${QUOTED}|${BACKTICKS}`,
    'async await const else export false for from function if import let new null of return throw true type undefined while',
  ),
  python: grammar(
    HASH_COMMENT,
    QUOTED,
    'and as def except False for from if import in is None not or print raise return True try while with',
  ),
  go: grammar(
    C_COMMENT,
    `${QUOTED}|${BACKTICKS}`,
    'defer err for func if import nil package range return string struct type var',
  ),
  php: grammar(
    `${C_COMMENT}|${HASH_COMMENT}`,
    QUOTED,
    'array as break echo else exit false foreach function if null return string true while',
  ),
  csharp: grammar(
    C_COMMENT,
    String.raw`\$?"(?:\\[\s\S]|[^"\\\n])*"`,
    'await continue foreach in is new not null out string using var while',
  ),
};
GRAMMARS.ts = GRAMMARS.js as Grammar;

function grammar(comment: string, string: string, keywords: string): Grammar {
  const number = String.raw`\b\d[\d_.]*\b`;
  const pattern = `(?<string>${string})|(?<comment>${comment})|(?<number>${number})|(?<word>[A-Za-z_$][\\w$]*)`;
  return { pattern: new RegExp(pattern, 'gm'), keywords: new Set(keywords.split(' ')) };
}
