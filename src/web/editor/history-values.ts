import type { App } from '../../app.ts';
import type { CorrectionLine, StoredMediaLine } from '../../bundle/lines.ts';
import { withUrls } from '../../catalog/render/render.ts';
import { listEntryKeys } from '../../merging/corrections/corrections.ts';
import { CORRECTIONS } from '../../merging/load/layer-line.ts';
import type { CatalogReader } from '../../store/catalog/writer.ts';
import type { EntryKind } from '../../store/catalog-rows.ts';
import { findFixedId } from '../../vocabulary/vocabulary.ts';
import { bdi } from '../kit/format.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import { findTitle } from './edit.ts';
import { FIELD_NAMES, GAME_FIELDS } from './game-fields.ts';

type Fields = Omit<CorrectionLine, 'key' | 'game' | 'made' | 'reverted' | 'source'>;
type Platform = NonNullable<Fields['platforms']>[number];

/** What a history names. */
export interface HistoryContext {
  mediaUrl: string;
  /** Links to games begin with it. */
  gamesPath: string;
  /** Long values are not shortened. */
  isWhole?: boolean;
  /** Of a platform, genre, company, series or theme. */
  entryName(key: string): string;
  findGame(ref: GameRef): { gameId: number; title: string } | undefined;
  /** Of an account. */
  personName(accountId: number): string;
}

type GameRef = string | number;

/** What a field of a correction is called, and its value in words. */
const FIELDS: {
  [F in keyof Fields]-?: [label: string, (value: NonNullable<Fields[F]>, context: HistoryContext) => Value];
} = {
  merge: ['Merged games', gameLinks],
  split: ['Split off', (key) => key],
  different: ['Different games', gameLinks],
  hide: ['Hidden', () => 'yes'],
  title: [GAME_FIELDS.title.label, (title) => title],
  alternate_titles: [
    GAME_FIELDS.alternate_titles.label,
    (titles) => titles.map(({ title, description }) => `${title} (${description})`),
  ],
  description: [GAME_FIELDS.description.label, listSentences],
  official_url: [GAME_FIELDS.official_url.label, (url) => url],
  genres: [GAME_FIELDS.genres.label, entryNames],
  groups: [GAME_FIELDS.groups.label, entryNames],
  set_platform: ['Platforms', describeMoves],
  platforms: ['Releases', (platforms, context) => platforms.flatMap((one) => describeReleases(one, context))],
  media: ['Added pictures', (media, context) => pictureLinks((media as StoredMediaLine[]).flatMap(listNew), context)],
  remove_pictures: ['Removed pictures', pictureLinks],
  main_picture: ['Main picture', (image, context) => pictureLinks([image], context)],
};

/** The fields whose former values an edit keeps. */
type Replaced = NonNullable<NonNullable<CorrectionLine['made']>['before']>;
const REPLACED = new Set<string>([...FIELD_NAMES, 'platforms', 'main_picture'] satisfies (keyof Replaced)[]);

/** Each field with what changed, where the former value is known, and with what changed back when the correction was reverted. */
export function listFields(line: CorrectionLine, context: HistoryContext) {
  const names = (Object.keys(FIELDS) as (keyof Fields)[]).filter((name) => line[name] !== undefined);
  return names.map((name) => {
    const [after, before] = [describe(name, line, context), beforeOf(name, line, context)];
    const limits = context.isWhole ? UNLIMITED : SHORTENED;
    const reverted = before !== undefined && showItems(limits, before, after);
    return { label: FIELDS[name][0], value: showItems(limits, after, before), reverted };
  });
}

/** Undefined: not known, or never shown. */
function beforeOf(name: keyof Fields, line: CorrectionLine, context: HistoryContext): Item[] | undefined {
  const before = line.made?.before;
  return before && REPLACED.has(name) ? describe(name, before, context) : undefined;
}

function describe(name: keyof Fields, fields: Partial<Fields>, context: HistoryContext): Item[] {
  const [, toValue] = FIELDS[name] as [string, (value: unknown, context: HistoryContext) => Value];
  return fields[name] == null ? [] : [toValue(fields[name], context)].flat();
}

/** So that of a long text only the sentences that changed are listed. */
function listSentences(text: string): string[] {
  return text.split(/(?<=[.!?])\s+|\n+/);
}

function gameLinks(refs: readonly GameRef[], { findGame, gamesPath }: HistoryContext): Item[] {
  return refs.map((ref) => {
    const game = findGame(ref);
    return game
      ? html`<a href="${gamesPath}/${game.gameId}">${bdi(game.title || 'Game')} (${game.gameId})</a>`
      : String(ref);
  });
}

function entryNames(keys: readonly string[], { entryName }: HistoryContext): string[] {
  return keys.map(entryName);
}

function describeMoves(moves: NonNullable<Fields['set_platform']>, { entryName }: HistoryContext): string {
  const describe = ([from, to]: [string, string | null]) =>
    to === null ? `${entryName(from)} removed` : `${entryName(from)} › ${entryName(to)}`;
  return Object.entries(moves).map(describe).join(', ');
}

function describeReleases({ platform, releases = [] }: Platform, { entryName }: HistoryContext): string[] {
  const describe = (release: (typeof releases)[number]) =>
    [
      release.release_date ?? 'no date',
      release.countries.join(', '),
      release.companies.map(({ role, company }) => `${role} ${entryName(company)}`).join(', '),
      release.product_codes.map((code) => `${code.product_code_type} ${code.product_code}`).join(', '),
      release.description,
    ]
      .filter(Boolean)
      .join(' · ');
  const texts = releases.length === 0 ? ['no releases'] : releases.map(describe);
  return texts.map((text) => `${entryName(platform)}: ${text}`);
}

function listNew({ screenshots = [], cover_groups = [] }: StoredMediaLine): NamedImage[] {
  return [
    ...cover_groups
      .flatMap(({ covers }) => covers)
      .map(({ scan_of, description, image }) => ({ name: [scan_of, description].filter(Boolean).join('. '), image })),
    ...screenshots.map(({ caption, image }) => ({ name: caption ?? 'Screenshot', image })),
  ];
}

/** Without an image: it was proposed, and is not stored. */
type NamedImage = { image: string | undefined; name: string };

/** They may no longer be shown. */
function pictureLinks(pictures: readonly (string | NamedImage)[], { mediaUrl }: HistoryContext): Item[] {
  return pictures.map((picture) => {
    const { image, name } = typeof picture === 'string' ? { image: picture, name: 'Picture' } : picture;
    if (image === undefined) return name;
    return html`<a href="${withUrls({ image, thumbnail_image: image }, mediaUrl).image}">${bdi(name)}</a>`;
  });
}

export async function readHistoryContext(
  { store, catalog }: App,
  lines: readonly CorrectionLine[],
  gamesPath = '/operator/games',
  /** Entries that are proposed. */
  newEntries: readonly { key: string }[] = [],
): Promise<HistoryContext> {
  const people = new Map<number, string>();
  for (const id of new Set(
    lines.flatMap(({ made, reverted }) => [made?.by, made?.proposed_by, reverted?.by].flatMap((id) => id ?? [])),
  ))
    people.set(id, (await store.accounts.findAccountById(id))?.email ?? `account ${id}`);
  return store.catalog.read(async (reader) => {
    const entries = await readEntryNames(reader, lines);
    for (const entry of newEntries) entries.set(entry.key, nameOf(kindOf(entry.key), JSON.stringify(entry)));
    const games = new Map<GameRef, { gameId: number; title: string }>();
    for (const ref of new Set(lines.flatMap(({ merge = [], different = [] }) => [...merge, ...different]))) {
      const game = await findGame(reader, ref);
      if (game) games.set(ref, game);
    }
    return {
      mediaUrl: catalog.options.mediaUrl,
      gamesPath,
      entryName: (key) => entries.get(key) ?? key.slice(key.indexOf(':') + 1),
      findGame: (ref) => games.get(ref),
      personName: (id) => people.get(id) as string,
    };
  });
}

async function readEntryNames(reader: CatalogReader, lines: readonly CorrectionLine[]): Promise<Map<string, string>> {
  const replaced = lines.map(({ key, made }) => ({ key, ...made?.before }));
  const moved = lines.flatMap(({ set_platform = {} }) => Object.keys(set_platform));
  const keys = new Set([...[...lines, ...replaced].flatMap(listEntryKeys), ...moved]);
  const names = new Map<string, string>();
  if (keys.size === 0) return names;
  // An entry that only reverted corrections use is not in the catalog.
  for (const { key, line } of await reader.listEntryLayersOfSource(CORRECTIONS))
    names.set(key, nameOf(kindOf(key), line));
  for (const key of keys) {
    const kind = kindOf(key);
    const id = findFixedId(key) ?? (await reader.findId(kind, key));
    const body = id === undefined ? undefined : await reader.findEntry(kind, id);
    if (body !== undefined) names.set(key, nameOf(kind, body));
  }
  return names;
}

function kindOf(key: string): EntryKind {
  return key.slice(0, key.indexOf(':')) as EntryKind;
}

function nameOf(kind: EntryKind, json: string): string {
  return (JSON.parse(json) as Record<string, string>)[`${kind}_name`] ?? '';
}

async function findGame(reader: CatalogReader, ref: GameRef) {
  const gameId = typeof ref === 'number' ? ref : (await reader.findBinding(ref))?.id;
  return gameId === undefined ? undefined : { gameId, title: (await findTitle(reader, gameId)) ?? '' };
}

interface Limits {
  characters: number;
  items: number;
}

const SHORTENED: Limits = { characters: 1000, items: 20 };
const UNLIMITED: Limits = { characters: Number.POSITIVE_INFINITY, items: Number.POSITIVE_INFINITY };

/** A text, or what is shown as it is. */
type Item = string | Html;
type Value = Item | readonly Item[];

/** What was removed and added, where the former items are known. Items that only moved are listed as they are now. */
function showItems(limits: Limits, after: readonly Item[], before: readonly Item[] = after): Part {
  const [removed, added] = [without(before, after), without(after, before)];
  if (removed.length + added.length > 0)
    return html`<ul>${listItems(limits, removed, (item) => html`<li><del>− ${item}</del></li>`)}
${listItems(limits, added, (item) => html`<li><ins>+ ${item}</ins></li>`)}</ul>`;
  if (after.length > 1) return html`<ul>${listItems(limits, after, (item) => html`<li>${item}</li>`)}</ul>`;
  return listItems(limits, after.length === 0 ? ['none'] : after, (item) => item);
}

function without(items: readonly Item[], others: readonly Item[]): Item[] {
  const known = new Set(others.map(String));
  return items.filter((item) => !known.has(String(item)));
}

function listItems({ characters, items: most }: Limits, items: readonly Item[], show: (item: Html) => Html): Part {
  const more = items.length - most;
  const shown = items.slice(0, most).map((item) => show(typeof item === 'string' ? shorten(characters, item) : item));
  return [...shown, more > 0 && html`<li>and ${more} more</li>`];
}

function shorten(characters: number, text: string): Html {
  return bdi(text.length > characters ? `${text.slice(0, characters)} …` : text);
}
