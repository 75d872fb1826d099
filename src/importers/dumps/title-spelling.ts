/** A title in the spelling of the catalog. */
export interface SpelledTitle {
  title: string;
  /** The source's own spelling, if it writes the subtitle in another way. */
  spelling: string | undefined;
  /** What the source appends to the title: versions and parts of a dump. */
  tags: string[];
}

/** English, French, German, Spanish, Italian, Portuguese, Dutch, Scandinavian, Hungarian and Catalan. */
const ARTICLES =
  "The|An?|Le|La|Les|L'|Des|Une?|Der|Die|Das|Den|Dem|Eine?|El|Los|Las|Lo|Una|Il|Gli|I|Uno|O|Os|As|Uma?|De|Het|Een|'t|Et|Ett|En|Det|Az|Els";
const ARTICLE_LAST = new RegExp(`^(.+?), (${ARTICLES})(?=$| - |: )`);
const ARTICLE_LAST_OF_PART = new RegExp(`(?<=^- )(.+), (${ARTICLES})$`);
const ARTICLE_FIRST = new RegExp(`^(?:${ARTICLES}) `);
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
  const own = articleFirst(rest);
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

/** `Hop, The - Again` becomes `The Hop - Again`, and `The Hops - Hop, A` becomes `The Hops - A Hop`. */
function articleFirst(text: string): string {
  const title = text.replace(COLON_IN_FILE_NAME, ': ');
  const start = ARTICLE_FIRST.test(title) ? title.lastIndexOf(' - ') + 1 : 0;
  const moved = title
    .slice(start)
    .replace(start > 0 ? ARTICLE_LAST_OF_PART : ARTICLE_LAST, (_, name: string, article: string) =>
      article.endsWith("'") ? `${article}${name}` : `${article} ${name}`,
    );
  return title.slice(0, start) + moved;
}

/** What continues a title is no subtitle: `NiGHTS - into Dreams`. */
const CONTINUED = / - (?=(?:into|of|and|in|on|at|for|from|with) )/;

/**
 * Writes the first of ` - Subtitle`, ` -Subtitle-`, ` ~Subtitle~` and ` : Subtitle` with a colon. A second one keeps its
 * hyphen, and so does a range: `Ages 6 - 11`.
 */
function withColon(title: string): string {
  const spaced = title.replace(/ :(?= )/, ':');
  if (spaced.includes(': ')) return spaced;
  return spaced
    .replace(CONTINUED, ' ')
    .replace(/ ~ ?([^~]*[^~ ]) ?~$/, ' - $1')
    .replace(/ -(\S|\S.*\S)-$| -(?=\p{Lu}\p{Ll})| --(?= )/u, (_, inner = '') => ` - ${inner}`)
    .replace(/ - +(?<!\s\d+ - (?=\d+(?:$| - )))/, ': ');
}
