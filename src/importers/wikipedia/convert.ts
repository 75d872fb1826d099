import type { GameLine } from '../../bundle/lines.ts';
import { toPlainText } from '../../bundle/plain-text.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import { openGameBundle } from '../game-bundle.ts';
import { openGroupedRows } from '../grouped-rows.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { fieldsOf, readJsonObjects } from '../json-objects.ts';
import { listSourceFiles, watchFiles } from '../source-files.ts';
import { BrokenEntry, makeBrokenCounter, makeUnknowns } from '../unknowns.ts';
import { toDescription } from './text.ts';

const FILES = {
  pattern: /\.(json|jsonl|ndjson)(\.gz)?$/i,
  name: 'answers of Wikipedia (files that end in .json or .jsonl)',
  deep: true,
};
/** Only disambiguations are in parentheses: `Doom (1993 video game)`. */
const DISAMBIGUATION = /(?<=\S) \([^()]*\)$/;

/** Converts answers of Wikipedia's API into a bundle with the descriptions of games that are in Wikidata. */
export async function convertWikipedia({ paths, flags, folder, onProgress }: ConvertInput): Promise<ConvertReport> {
  const files = listSourceFiles(paths, FILES);
  const unknowns = makeUnknowns();
  const watch = watchFiles(files, onProgress);
  using articles = openGroupedRows<Article>();
  using bundle = openGameBundle(folder);
  const counts = { articles: 0, games: 0, 'without a Wikidata item': 0, 'without a text': 0 };
  const onObject = (answer: object, line: number) => {
    for (const article of listArticles(answer, line)) {
      counts.articles++;
      if (article.item === undefined) counts['without a Wikidata item']++;
      else articles.add(article.item, article);
    }
  };
  for (const { path } of files) {
    const broken = makeBrokenCounter(path, unknowns, flags);
    await readJsonObjects(path, { listObjects: (answer) => [answer], onObject }, watch.onChunk, broken);
  }
  for (const { rows } of articles.read()) {
    const [article] = rows.toSorted(compare);
    const line = toGameLine(article as Article);
    if (line) await bundle.put(line);
    counts[line ? 'games' : 'without a text']++;
  }
  const source = describeSource('wikipedia', watch.version(counts.games, 'article'));
  await bundle.finish({ complete: false, sources: [source] });
  return { counts, unknown: unknowns.list() };
}

/** Of the articles about one item, the English one and the newest version come first. */
function compare(a: Article, b: Article): number {
  const isEnglish = ({ url }: Article) => Number(url.startsWith('https://en.'));
  return isEnglish(b) - isEnglish(a) || b.revision - a.revision;
}

/** It says nothing about platforms: the game is found by the key of its Wikidata item, or by its id. */
function toGameLine({ item = '', title, url, text }: Article): GameLine | undefined {
  const description = toDescription(text, url);
  const name = toPlainText(title.replace(DISAMBIGUATION, ''));
  if (description === undefined || name === '') return undefined;
  return {
    key: `wikipedia:${item}`,
    title: name,
    description,
    platforms: [],
    ids: { key: [`wikidata:${item}`], wikidata: [item] },
    enriches: true,
  };
}

/** An article of Wikipedia as its API describes it. */
interface Article {
  /** The Wikidata item that it is about. */
  item: string | undefined;
  title: string;
  url: string;
  revision: number;
  /** Empty if the answer has none. */
  text: string;
}

const ITEM = /^Q[1-9]\d{0,11}$/;
const ARTICLE_URL = /^https:\/\/[a-z-]+\.wikipedia\.org\/wiki\/\S{1,1000}$/;

/** The articles of an answer of `action=query`, without pages that do not exist, are no articles or only list articles. */
function listArticles(answer: object, line: number): Article[] {
  const { query, error } = fieldsOf(answer);
  const { pages } = fieldsOf(query);
  if (pages === null || typeof pages !== 'object') {
    const { info = 'no pages' } = fieldsOf(error);
    throw new BrokenEntry(`the answer has no articles (${String(info).slice(0, 200)})`, line);
  }
  return Object.values(pages).flatMap((page) => toArticle(fieldsOf(page)) ?? []);
}

function toArticle(page: ReturnType<typeof fieldsOf>): Article | undefined {
  const { title, ns = 0, extract, lastrevid } = page;
  const pageprops = fieldsOf(page.pageprops);
  const isList = 'disambiguation' in pageprops;
  if (typeof title !== 'string' || ns !== 0 || 'missing' in page || 'invalid' in page || isList) return undefined;
  const item = String(pageprops.wikibase_item);
  return {
    item: ITEM.test(item) ? item : undefined,
    title,
    url: findUrl(page, title),
    revision: Number(lastrevid) || 0,
    text: typeof extract === 'string' ? extract : '',
  };
}

/** Without an address in the answer (`inprop=url`), the article is the English one. */
function findUrl(page: ReturnType<typeof fieldsOf>, title: string): string {
  const given = [page.canonicalurl, page.fullurl].map(String).find((url) => ARTICLE_URL.test(url));
  const url = given ?? `https://en.wikipedia.org/wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`;
  // Parentheses would end a link in a text.
  return url.replaceAll('(', '%28').replaceAll(')', '%29');
}
