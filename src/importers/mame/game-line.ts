import type { GameLine } from '../../bundle/lines.ts';
import { toPlainParagraphs } from '../../bundle/plain-text.ts';
import { OperatorError } from '../../errors.ts';
import { companyFamily, companyKey, companyName } from '../../vocabulary/companies.ts';
import { isComputer } from '../../vocabulary/platforms.ts';
import { listGroups } from '../dumps/groups.ts';
import { idsOf } from '../dumps/hashes.ts';
import { withoutDemos } from '../dumps/kinds.ts';
import { toPlatformLine } from '../dumps/releases.ts';
import { alternateTitles, chooseTitle } from '../dumps/titles.ts';
import type { GameBundle } from '../game-bundle.ts';
import type { ConvertInput } from '../importer.ts';
import { sortedUnique } from '../sorting.ts';
import { type SourceFile, trackBytes } from '../source-files.ts';
import { childOf, elementsIn, readXml, textOf, type XmlEntry } from '../xml.ts';
import type { MameEntry } from './entry.ts';
import { isMachineKey, mameKey } from './lists.ts';

/** The list of machines has another licence than the software lists, so its games are attributed separately. */
const MACHINES = 'mame-machines';

export function toGameLine(entries: readonly MameEntry[], bundle: GameBundle): GameLine {
  const titled = listTitled(entries);
  const chosen = chooseTitle(titled);
  const platforms = Map.groupBy(entries, ({ platform }) => platform).values();
  const findCompany = (note: string) => bundle.companies.find(companyKey(companyName(note) ?? note));
  const ids = idsOf(entries);
  return {
    key: gameKeyOf(entries),
    title: chosen.title,
    alternate_titles: alternateTitles(titled, chosen),
    groups: listGroups(entries).map(bundle.group),
    members: entries.map((entry) => entry.key),
    platforms: Array.from(platforms, (own) => toPlatformLine(own, findCompany)),
    ...(Object.keys(ids).length > 0 && { ids }),
    ...(entries.some((entry) => isMachineKey(entry.key)) && { source: MACHINES }),
  };
}

/** Pirates, hacks, console clones by nobody and copies of machines often have the title of another game. */
function listTitled(entries: readonly MameEntry[]): readonly MameEntry[] {
  const makers = new Set(entries.filter(({ parent }) => parent === undefined).flatMap(listMakers));
  const hasOwnTitle = (entry: MameEntry) => {
    const { statuses, parent, platform, key } = entry;
    const own = new Set(listMakers(entry));
    const isByNobody = own.size === 0 && !isComputer(platform);
    const isCopy = makers.size > 0 && (isMachineKey(key) ? makers.isDisjointFrom(own) : isByNobody);
    const isUnlicensed = statuses.includes('unlicensed') || isCopy;
    return !(parent !== undefined && isUnlicensed) && !statuses.includes('pirate') && !statuses.includes('hack');
  };
  const titled = entries.filter(hasOwnTitle);
  return withoutDemos(titled.length > 0 ? titled : entries);
}

/** Whoever has a licence names its owner. */
function listMakers({ credits }: MameEntry): string[] {
  return credits.map(({ name }) => companyFamily(companyKey(name)));
}

/** The key of a game is that of its parent entry, consoles first: it stays the same when more lists are imported. */
function gameKeyOf(entries: readonly MameEntry[]): string {
  const order = ({ parent, rank, key }: MameEntry) => `${rank}${parent === undefined ? 0 : 1}${key}`;
  return entries.reduce((best, entry) => (order(entry) < order(best) ? entry : best)).key;
}

/** What other files than MAME's say about a game. Their licences differ, so each is a source of its own. */
export function* listSideLines(
  game: GameLine,
  entries: readonly MameEntry[],
  history: History | undefined,
  bundle: GameBundle,
): Generator<GameLine> {
  const support = supportLine(game, entries, bundle);
  if (support) yield support;
  const texts = entries.flatMap(({ key }) => history?.texts.get(key) ?? []);
  // Entries of clones are mostly shorter.
  const [description] = texts.toSorted((a, b) => b.length - a.length);
  if (description !== undefined) yield { ...enriching('mame-history', game), description };
}

function supportLine(game: GameLine, entries: readonly MameEntry[], bundle: GameBundle): GameLine | undefined {
  const genres = sortedUnique(entries.flatMap((entry) => entry.genres));
  // A clone may be a hack with the characters of another series.
  const counts = Map.groupBy(entries.flatMap((entry) => entry.groups ?? []).map(bundle.group), (key) => key);
  const groups = [...counts]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, 1)
    .map(([key]) => key);
  if (genres.length + groups.length === 0) return undefined;
  return {
    ...enriching('mame-support', game),
    ...(genres.length > 0 && { genres }),
    ...(groups.length > 0 && { groups }),
  };
}

function enriching(source: string, { key, title, platforms }: GameLine): GameLine {
  return {
    key: key.replace(/^mame/, source),
    title,
    platforms: platforms.map(({ platform }) => ({ platform })),
    ids: { key: [key] },
    enriches: true,
    source,
  };
}

export interface History {
  version: string;
  /** By the key of an entry. */
  texts: ReadonlyMap<string, string>;
}

/** `- TECHNICAL -`, `- TRIVIA -` and others follow the description. */
const SECTION = /^- [A-Z][A-Z0-9 &/'.,-]* -\s*$/m;
/** `Arcade Video game published 37 years ago:` is wrong a year later. */
const HEADING = /^[^\n]*:$/;
/** `Hop (c) 1984 Acme.`, often with the title in other letters. */
const COPYRIGHT = /\((c|C)\)\s*[\d?]{4}|©\s*[\d?]{4}/;
/** Both are in sentences that only lead to another entry: `Please see the original release entry; "Hop".` */
const LEADS = /\b(see|visit|refer to)\b/i;
const TARGET = /\b(original|entry|more information)\b/i;
const SENTENCE_END = /(?<=[.!?])\s+(?=["A-Z])/;
/** Shorter texts name only the release: `Export version. Game developed in Japan.` */
const MIN_LENGTH = 80;

/** Reads the descriptions of the entries that `isWanted`, from a `history.xml` or the .zip that it comes in. */
export async function readHistory(
  file: SourceFile,
  isWanted: (key: string) => boolean,
  onProgress: ConvertInput['onProgress'],
): Promise<History> {
  const { path } = file;
  const texts = new Map<string, string>();
  let version = 'unknown';
  let entries = 0;
  const onEntry = (entry: XmlEntry) => {
    entries++;
    version = entry.parent.version ?? version;
    const keys = elementsIn(entry).flatMap(({ name: element, attributes: { list = '', name = '' } }) => {
      if (element === 'system') return [mameKey('arcade', name), mameKey('dedicated', name)];
      return element === 'item' ? [mameKey(list, name)] : [];
    });
    const wanted = keys.filter(isWanted).toArray();
    const description = wanted.length > 0 ? toDescription(textOf(childOf(entry, 'text'))) : undefined;
    if (description !== undefined) for (const key of wanted) texts.set(key, description);
  };
  const reader = { roots: ['history'], entries: ['entry'], zipEntry: /(^|\/)history\.xml$/i, onEntry };
  await readXml(path, reader, trackBytes([file], onProgress));
  if (entries === 0) throw new OperatorError(`${path} has no <entry>; name the history.xml of arcade-history.com`);
  return { version, texts };
}

/** The first section of an article, without its heading; undefined if it does not describe the game. */
export function toDescription(article: string): string | undefined {
  const [first = ''] = article.replaceAll(/\r\n?/g, '\n').split(SECTION, 1);
  const paragraphs = toPlainParagraphs(first)?.split('\n\n') ?? [];
  if (HEADING.test(paragraphs[0] ?? '')) paragraphs.shift();
  if (COPYRIGHT.test(paragraphs[0]?.split('\n', 1)[0] ?? '')) paragraphs.shift();
  const lines = paragraphs.join('\n\n').split('\n').flatMap(withoutPointers);
  const text = toPlainParagraphs(lines.join('\n')) ?? '';
  return text.length < MIN_LENGTH ? undefined : text;
}

/** The line, or nothing if it consists of pointers only: an empty line would divide its paragraph. */
function withoutPointers(line: string): string[] {
  const sentences = line.split(SENTENCE_END);
  const own = sentences.filter((sentence) => !LEADS.test(sentence) || !TARGET.test(sentence));
  return own.length > 0 ? [own.join(' ')] : [];
}
