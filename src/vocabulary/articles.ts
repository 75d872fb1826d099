/** English, French, German, Spanish, Italian, Portuguese, Dutch, Scandinavian, Hungarian and Catalan. */
const ARTICLES =
  "The|An?|Le|La|Les|L'|Des|Une?|Der|Die|Das|Den|Dem|Eine?|El|Los|Las|Lo|Una|Il|Gli|I|Uno|O|Os|As|Uma?|De|Het|Een|'t|Et|Ett|En|Det|Az|Els";
const FIRST = new RegExp(`^(?:(?:${ARTICLES}) |L')`);
const LAST = new RegExp(`^(.+?), (${ARTICLES})(?=$| - |: )`);
/** Within a part of the title. */
const PART = '(?:(?! - |: ).)+';
const LAST_OF_PART = new RegExp(`(?<= - |: )(${PART}), (${ARTICLES})$`);
const TWICE = new RegExp(`^((${ARTICLES}) ${PART}), \\2$`);

/**
 * Lists of dumps sort by the first word: `Hop, The - Again` becomes `The Hop - Again`, and `The Hops - Hop, A` becomes
 * `The Hops - A Hop`.
 */
export function articleFirst(title: string): string {
  const once = title.replace(TWICE, '$1');
  const moved = FIRST.test(once) && LAST_OF_PART.test(once) ? once : once.replace(LAST, put);
  return FIRST.test(moved) ? moved.replace(LAST_OF_PART, put) : moved;
}

function put(_: string, name: string, article: string): string {
  return article.endsWith("'") ? `${article}${name}` : `${article} ${name}`;
}
