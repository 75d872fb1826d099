import type { GameLine } from '../../bundle/lines.ts';
import { toPlainText } from '../../bundle/plain-text.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import { makeBrokenCounter } from '../broken-entries.ts';
import { openGameBundle } from '../game-bundle.ts';
import { openGroupedRows } from '../grouped-rows.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { readJsonObjects } from '../json-objects.ts';
import { listSourceFiles, watchFiles } from '../source-files.ts';
import { makeUnknowns } from '../unknowns.ts';
import { type Article, listArticles } from './articles.ts';
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
  const bundle = openGameBundle(folder);
  const counts = { articles: 0, games: 0, 'without a Wikidata item': 0, 'without a text': 0 };
  try {
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
  } finally {
    await bundle.close();
  }
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
