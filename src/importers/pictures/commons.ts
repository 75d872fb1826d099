import { toPlainText } from '../../bundle/plain-text.ts';
import type { ScanOf } from '../../catalog/model/scan-of.ts';
import type { CatalogReader } from '../../store/catalog/writer.ts';
import { fieldsOf, readJsonObjects } from '../json-objects.ts';
import { BrokenEntry, makeBrokenCounter, type Unknowns } from '../unknowns.ts';
import type { GameFinder } from './find-games.ts';
import type { PictureFacts } from './layouts.ts';

const FILE = /\.(?:json|jsonl|ndjson)(?:\.gz)?$/i;
const ITEM = /^Q[1-9]\d{0,11}$/;
const IMAGE_URL = /^https:\/\/upload\.wikimedia\.org\/\S{1,1000}$/;

export function isCommonsFile(path: string): boolean {
  return FILE.test(path);
}

/** The pictures of games in answers of the API of Wikimedia Commons, as links, each with author and licence. */
export async function* readCommons(path: string, reader: CatalogReader, finder: GameFinder, unknowns: Unknowns) {
  const files: CommonsFile[] = [];
  const onObject = (answer: object, line: number) => void files.push(...listFiles(answer, line));
  const broken = makeBrokenCounter(path, unknowns, {});
  await readJsonObjects(path, { listObjects: (answer) => [answer], onObject }, () => {}, broken);
  for (const { items, ...file } of files) {
    const game = await findGame(items, reader, finder);
    const [platformId] = game?.countries.keys() ?? [];
    const platform = platformId === undefined ? undefined : finder.platformOf(platformId);
    if (game && platform) yield { ...file, game, platform };
    else unknowns.add('no game with a Wikidata item of', file.name);
  }
}

async function findGame(items: readonly string[], reader: CatalogReader, finder: GameFinder) {
  for (const { gameId } of await reader.findByMarks(items.map((item) => `wikidata ${item}`)))
    if (gameId !== null) return finder.findById(gameId);
  return undefined;
}

interface CommonsFile {
  name: string;
  /** The Wikidata items that show it. */
  items: string[];
  facts: PictureFacts;
  link: { image: string; thumbnail_image: string; width: number; height: number };
}

function listFiles(answer: object, line: number): CommonsFile[] {
  const { query, error } = fieldsOf(answer);
  const { pages } = fieldsOf(query);
  if (pages === null || typeof pages !== 'object')
    throw new BrokenEntry(
      `the answer has no files (${String(fieldsOf(error).info ?? 'no pages').slice(0, 200)})`,
      line,
    );
  return Object.values(pages).flatMap((page) => toFile(fieldsOf(page)) ?? []);
}

/** Undefined if the file has no licence that Commons knows, or no picture. */
function toFile({ title, imageinfo, globalusage }: Record<string, unknown>): CommonsFile | undefined {
  const [info] = Array.isArray(imageinfo) ? imageinfo.map(fieldsOf) : [];
  const meta = fieldsOf(info?.extmetadata);
  const textOf = (field: string) => toText(String(fieldsOf(meta[field]).value ?? ''));
  const licence = textOf('LicenseShortName');
  // Browsers show the small picture of every type, such as SVG and TIFF.
  const { thumburl: url, thumbwidth: width, thumbheight: height } = info ?? {};
  if (typeof title !== 'string' || licence === '' || !IMAGE_URL.test(String(url))) return undefined;
  const name = title.replace(/^File:/, '');
  return {
    name,
    items: (Array.isArray(globalusage) ? globalusage : [])
      .map((use) => String(fieldsOf(use).title))
      .filter((item) => ITEM.test(item)),
    facts: factsOf(name, `${textOf('Artist') || 'Unknown author'}, ${licence}, Wikimedia Commons`),
    link: { image: String(url), thumbnail_image: String(url), width: Number(width), height: Number(height) },
  };
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&#39;': "'", '&#039;': "'" };

/** Commons gives names of authors as HTML. */
function toText(markup: string): string {
  return toPlainText(markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? ' '));
}

const SCANS: readonly [RegExp, ScanOf, string | undefined][] = [
  [/\blogo/i, 'Other', 'Logo'],
  [/\b(?:cover|box ?art|front)\b/i, 'Front Cover', undefined],
  [/\b(?:cartridge|disc|cassette|game ?card|floppy)\b/i, 'Media', undefined],
];

function factsOf(name: string, credit: string): PictureFacts {
  if (/screen ?shot|gameplay/i.test(name)) return { countries: [], caption: `In-game. ${credit}` };
  const [, scan_of, description] = SCANS.find(([pattern]) => pattern.test(name)) ?? [];
  return { scan_of: scan_of ?? 'Other', countries: [], ...(description && { description }), comments: credit };
}
