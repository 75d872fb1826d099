import { LAST_ARTICLES } from '../folding.ts';

const FIRST = new RegExp(`^(?:(?:${LAST_ARTICLES}) |L')`);
const LAST = new RegExp(`^(.+?), (${LAST_ARTICLES})(?=$| - |: )`);
/** Within a part of the title. */
const PART = '(?:(?! - |: ).)+';
const LAST_OF_PART = new RegExp(`(?<= - |: )(${PART}), (${LAST_ARTICLES})$`);
const TWICE = new RegExp(`^((${LAST_ARTICLES}) ${PART}), \\2$`);

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
