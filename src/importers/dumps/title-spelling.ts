import { articleFirst } from '../../vocabulary/articles.ts';

/** A title in the spelling of the catalog. */
export interface SpelledTitle {
  title: string;
  /** The source's own spelling, if it writes the subtitle in another way. */
  spelling: string | undefined;
  /** What the source appends to the title: versions and parts of a dump. */
  tags: string[];
}

/** A file name cannot contain a colon: `King's Quest- Quest for the Crown`. */
const COLON_IN_FILE_NAME = /(?<=(?:^|\s)[^\s-]\S*)- (?=[\p{Lu}\p{Lo}\p{N}])/u;

/** What ends a title without brackets around it. A number without a dot may be that of a volume: `Music Disk v3`. */
const TRAILING_TAGS = [
  / - ((?:disk|disc|tape|cassette) ?(?:\d[a-d]?|[a-m])|side ?[12ab])$/i,
  /(?:,| -)? (v\d+(?:\.\d+)+[a-z]?\+?)$/i,
  /(?:,| -)? ((?:ver|version|rev|revision)\.? ?\d+(?:\.\d+)+[a-z]?)$/i,
  /,? ((?:Rev|Revision)\.? ?(?:\d+|[A-F]|PRG\d))$/,
  / (Version [A-F])$/,
  / - (demo|intro|preview|beta)$/,
  / - (release \d)$/i,
  / - ((?:text|graphics?|joystick|keyboard) version|(?:small|large|double) (?:\w+ )?case)$/i,
  / - ((?:16|48|128)k)$/i,
  /[;,]? (P\/N \d+.*)$/,
];

/** The one spelling of a title: its article first, `Title: Subtitle`, and no tags of the source at its end. */
export function spellTitle(text: string): SpelledTitle {
  const { rest, tags } = splitTags(withoutEdges(text));
  const own = articleFirst(rest.replace(COLON_IN_FILE_NAME, ': '));
  const title = own
    .split(/( \+ | \/ )/)
    .map(withColon)
    .join('');
  return { title, spelling: title !== own && /\s[-~]/.test(own) ? own : undefined, tags };
}

/** Separators that separate nothing, and a placeholder of MAME. */
function withoutEdges(text: string): string {
  const title = text.replace(/<unknown>/gi, '').trim();
  return title.replace(/^- | [-&,]$|(?<!\s-\S.*)-$/g, '') || title;
}

function splitTags(text: string): { rest: string; tags: string[] } {
  let rest = text;
  const tags: string[] = [];
  for (const pattern of TRAILING_TAGS) {
    const found = pattern.exec(rest);
    if (!found || found.index === 0) continue;
    tags.push(found[1] as string);
    rest = rest.slice(0, found.index).trim();
  }
  return { rest, tags };
}

/** What continues a title is no subtitle: `NiGHTS - into Dreams`. */
const CONTINUED = / - (?=(?:into|of|and|in|on|at|for|from|with) )/;

/**
 * Writes the first of ` - Subtitle`, ` -Subtitle-`, ` ~Subtitle~` and ` : Subtitle` with a colon. A second one keeps its
 * hyphen, and so does a range: `Ages 6 - 11`, `Hop I - II`.
 */
function withColon(title: string): string {
  const spaced = title.replace(/ :(?= )/, ':');
  if (spaced.includes(': ')) return spaced;
  return spaced
    .replace(CONTINUED, ' ')
    .replace(/ ~ ?([^~]*[^~ ]) ?~$/, ' - $1')
    .replace(/ -(\S|\S.*\S)-$| -(?=\p{Lu}\p{Ll})| --(?= )/u, (_, inner = '') => ` - ${inner}`)
    .replace(/ - +(?<!\s\d+ - (?=\d+(?:$| - ))|\s[IVX]+ - (?=(?!I )[IVX]+(?:$|[ -])))/, ': ');
}
