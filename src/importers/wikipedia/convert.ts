import type { GameLine } from '../../bundle/lines.ts';
import { toPlainText } from '../../bundle/plain-text.ts';
import { openSortedLines, type SortedLines } from '../../bundle/sorted-lines.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import { makeBrokenCounter } from '../broken-entries.ts';
import { openGameBundle } from '../game-bundle.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { listSourceFiles, watchFiles } from '../source-files.ts';
import { makeUnknowns } from '../unknowns.ts';
import { readAnswers } from './answers.ts';
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
  const articles = openSortedLines();
  const bundle = openGameBundle(folder);
  const counts = { articles: 0, games: 0, 'without a Wikidata item': 0, 'without a text': 0 };
  try {
    for (const { path } of files) {
      const broken = makeBrokenCounter(path, unknowns, flags);
      for await (const { answer, line } of readAnswers(path, watch.onChunk, broken)) {
        for (const article of listArticles(answer, (what) => broken.add(what, line))) {
          broken.countGood();
          counts.articles++;
          if (article.item === undefined) counts['without a Wikidata item']++;
          else await articles.add(sortKeyOf(article), JSON.stringify(article));
        }
      }
      broken.check();
    }
    for await (const article of readFirst(articles)) {
      const line = toGameLine(article);
      if (line) await bundle.put(line);
      counts[line ? 'games' : 'without a text']++;
    }
    const source = describeSource('wikipedia', watch.version(counts.games, 'article'));
    await bundle.finish({ complete: false, sources: [source] });
    return { counts, unknown: unknowns.list() };
  } finally {
    await articles.close();
    await bundle.close();
  }
}

/** Of the articles about one item, the English one and the newest version come first. */
function sortKeyOf({ item, url, revision }: Article): string {
  const isEnglish = /^https:\/\/en\./.test(url);
  return `${item} ${Number(!isEnglish)} ${String(Number.MAX_SAFE_INTEGER - revision).padStart(16, '0')}`;
}

async function* readFirst(articles: SortedLines): AsyncGenerator<Article> {
  let previous: string | undefined;
  for await (const { line } of articles.read()) {
    const article = JSON.parse(line) as Article;
    if (article.item !== previous) yield article;
    previous = article.item;
  }
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
