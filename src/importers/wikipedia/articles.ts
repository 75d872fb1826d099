import { BrokenEntry } from '../broken-entries.ts';

/** An article of Wikipedia as its API describes it. */
export interface Article {
  /** The Wikidata item that it is about. */
  item: string | undefined;
  title: string;
  url: string;
  revision: number;
  /** Empty if the answer has none. */
  text: string;
}

type Fields = Readonly<Record<string, unknown>>;

const ITEM = /^Q[1-9]\d{0,11}$/;
const ARTICLE_URL = /^https:\/\/[a-z-]+\.wikipedia\.org\/wiki\/\S{1,1000}$/;

/**
 * The articles of an answer of `action=query`, or the one of a REST summary. Pages that do not exist, that are not articles
 * and that only list articles are left out.
 */
export function listArticles(answer: object, line: number): Article[] {
  const { query, error, extract } = fieldsOf(answer);
  const { pages } = fieldsOf(query);
  const isSummary = typeof extract === 'string';
  if (!isSummary && (pages === null || typeof pages !== 'object')) {
    const { info = fieldsOf(answer).detail ?? 'no pages' } = fieldsOf(error);
    throw new BrokenEntry(`the answer has no articles (${String(info).slice(0, 200)})`, line);
  }
  const all = isSummary ? [answer] : Object.values(pages as object);
  return all.flatMap((page) => toArticle(fieldsOf(page)) ?? []);
}

function toArticle(page: Fields): Article | undefined {
  const { title, ns = 0, type, extract, lastrevid, revision } = page;
  const pageprops = fieldsOf(page.pageprops);
  const isList = 'disambiguation' in pageprops || type === 'disambiguation';
  if (typeof title !== 'string' || ns !== 0 || 'missing' in page || 'invalid' in page || isList) return undefined;
  const item = String(pageprops.wikibase_item ?? page.wikibase_item);
  return {
    item: ITEM.test(item) ? item : undefined,
    title,
    url: findUrl(page, title),
    revision: Number(lastrevid ?? revision) || 0,
    text: typeof extract === 'string' ? extract : '',
  };
}

/** Without an address in the answer (`inprop=url`), the article is the English one. */
function findUrl(page: Fields, title: string): string {
  const desktop = fieldsOf(fieldsOf(page.content_urls).desktop);
  const given = [page.canonicalurl, page.fullurl, desktop.page].map(String).find((url) => ARTICLE_URL.test(url));
  const url = given ?? `https://en.wikipedia.org/wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`;
  // Parentheses would end a link in a text.
  return url.replaceAll('(', '%28').replaceAll(')', '%29');
}

function fieldsOf(value: unknown): Fields {
  return value !== null && typeof value === 'object' ? (value as Fields) : {};
}
