import { randomBytes } from 'node:crypto';
import type { CorrectionLine } from '../../bundle/lines.ts';
import type { GameRecord } from '../../catalog/model/record.ts';
import type { Release } from '../../catalog/model/resources.ts';
import { fold } from '../../folding.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { inspectPicture } from '../../pictures/inspect.ts';
import type { CatalogReader } from '../../store/catalog/writer.ts';
import type { EntryKind } from '../../store/catalog-rows.ts';
import { entryKey } from '../../vocabulary/vocabulary.ts';
import { CORRECTIONS, EDIT_PREFIX, isEdit, parseCorrection } from '../load/layer-line.ts';
import type { Edit, EditProblem, GameChange, NewPicture, PlatformChange, ReleaseChange, ResolvedEdit } from './edit.ts';

const TIME_DIGITS = 14;

/** Converts an edit into a correction: ids and names of entries become keys. Returns problems instead if there are any. */
export async function resolveEdit(reader: CatalogReader, edit: Edit): Promise<ResolvedEdit | EditProblem[]> {
  const { action, by, now, why, proposedBy } = edit;
  const made = { at: now, by, ...(why !== '' && { why }), ...(proposedBy && { proposed_by: proposedBy }) };
  const key = await newKey(reader, now);
  const resolved = (line: CorrectionLine) => ({ line, companies: [], groups: [], pictures: [] });
  if (action === 'split') return resolved({ key, split: edit.key, made });
  if (action === 'different') return resolved({ key, different: [...edit.gameIds], made });
  if (action === 'revert' || action === 'restore') {
    const layer = isEdit(edit.key) ? await reader.findLayer(edit.key) : undefined;
    if (!layer) return [{ path: '', message: 'This change is no longer in the history.' }];
    const { reverted: _before, ...line } = parseCorrection(layer);
    return resolved({ ...line, ...(action === 'revert' && { reverted: { at: now, by } }) });
  }
  const entries = openEditEntries(reader, edit.allowNew ?? false);
  const { problems, companies, groups } = entries;
  const fields = await toFields(edit.change, entries);
  if (problems.length > 0) return problems;
  const games = action === 'merge' ? { merge: [...edit.gameIds] } : { game: edit.gameId };
  // Of merged games, the one that stays.
  const stored = await reader.findGame(action === 'merge' ? Math.min(...edit.gameIds) : edit.gameId);
  const replaced = stored && replacedValues(JSON.parse(stored.record) as GameRecord, edit.change);
  const before = replaced && (await toFields(replaced, entries));
  const line = { key, ...games, ...fields, made: { ...made, ...(before && { before }) } };
  return { line, companies, groups, pictures: nameFiles(edit.change.addPictures ?? []) };
}

/** Of two corrections of one field the later key applies, so a new key comes after all others, even if the clock stands still. */
async function newKey(reader: CatalogReader, now: number): Promise<string> {
  const last = (await reader.listKeys(CORRECTIONS)).findLast(isEdit);
  const lastTime = Number(last?.slice(EDIT_PREFIX.length, EDIT_PREFIX.length + TIME_DIGITS) ?? 0);
  const time = String(Math.max(now, lastTime + 1)).padStart(TIME_DIGITS, '0');
  return `${EDIT_PREFIX}${time}-${randomBytes(4).toString('hex')}`;
}

async function toFields(change: GameChange, entries: EditEntries): Promise<Partial<CorrectionLine>> {
  const { genres, groups, platforms = [], addPictures = [], removePictures, mainPicture, ...texts } = change;
  const corrected = [];
  for (const [i, { platform_id, releases }] of platforms.entries())
    if (releases)
      corrected.push({
        platform: await entries.keyOfId('platform', platform_id, `platforms.${i}`),
        releases: await toReleases(releases, entries, `platforms.${i}.releases`),
      });
  const moves = await toMoves(platforms, entries);
  return {
    ...texts,
    ...(genres && { genres: await Promise.all(genres.map((id) => entries.keyOfId('genre', id, 'genres'))) }),
    ...(groups && { groups: await entries.keysOfNames('group', groups, 'groups') }),
    ...(corrected.length > 0 && { platforms: corrected }),
    ...(Object.keys(moves).length > 0 && { set_platform: moves }),
    ...(addPictures.length > 0 && { media: await toMedia(nameFiles(addPictures), entries) }),
    ...(removePictures && { remove_pictures: [...removePictures] }),
    ...(mainPicture && { main_picture: mainPicture }),
  };
}

function nameFiles(pictures: readonly NewPicture[]) {
  return pictures.map((picture, i) => ({ ...picture, file: `media/${i}` }));
}

/** One entry for each platform, with the covers as one package. */
async function toMedia(pictures: ReturnType<typeof nameFiles>, entries: EditEntries) {
  const media: NonNullable<CorrectionLine['media']> = [];
  for (const [platformId, own] of Map.groupBy(pictures, ({ platform_id }) => platform_id)) {
    const covers = [];
    const screenshots = [];
    for (const picture of own) {
      const { caption, file } = picture;
      const scan_of = await findKind(picture);
      if (scan_of) covers.push({ scan_of, file, ...(caption !== null && { description: caption }) });
      else screenshots.push({ caption, file });
    }
    media.push({
      platform: await entries.keyOfId('platform', platformId, 'platforms'),
      ...(screenshots.length > 0 && { screenshots }),
      ...(covers.length > 0 && { cover_groups: [{ countries: [], covers }] }),
    });
  }
  return media;
}

/** What is no picture is refused later, with a sentence. */
async function findKind({ scan_of, isKindByShape, bytes }: NewPicture): Promise<NewPicture['scan_of']> {
  if (!isKindByShape) return scan_of;
  const size = await inspectPicture(Buffer.from(bytes)).catch(() => undefined);
  return size && size.height > size.width ? 'Front Cover' : undefined;
}

async function toMoves(platforms: readonly PlatformChange[], entries: EditEntries) {
  const moves: Record<string, string | null> = {};
  for (const { platform_id, moveTo } of platforms) {
    if (moveTo === undefined) continue;
    const from = await entries.keyOfId('platform', platform_id, 'platforms');
    moves[from] = moveTo === null ? null : await entries.keyOfId('platform', moveTo, 'platforms');
  }
  return moves;
}

async function toReleases(releases: readonly ReleaseChange[], entries: EditEntries, path: string) {
  const lines = [];
  for (const [i, { companies, ...release }] of releases.entries()) {
    const names = companies.map(({ company_name }) => company_name);
    const keys = await entries.keysOfNames('company', names, `${path}.${i}.companies`);
    const named = companies.map(({ role }, n) => ({ company: keys[n] as string, role }));
    lines.push({ ...release, companies: named });
  }
  return lines;
}

/** What the game has in the fields that an edit changes, as the change that would bring it back. */
function replacedValues(record: GameRecord, change: GameChange): GameChange {
  const values: GameChange = {
    title: record.title,
    alternate_titles: record.alternate_titles,
    description: record.description,
    official_url: record.official_url,
    genres: record.genres.map(({ genre_id }) => genre_id),
    groups: record.groups.map(({ group_name }) => group_name),
    platforms: (change.platforms ?? []).flatMap((platform) => replacedReleases(record, platform)),
    ...(record.main_picture !== undefined && { mainPicture: record.main_picture }),
  };
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in change));
}

function replacedReleases({ platforms }: GameRecord, { platform_id, releases }: PlatformChange): PlatformChange[] {
  const before = releases && platforms.find((platform) => platform.platform_id === platform_id);
  return before ? [{ platform_id, releases: before.releases.map(toChange) }] : [];
}

function toChange({ release_date, countries, companies, description, product_codes }: Release): ReleaseChange {
  return {
    release_date,
    countries,
    companies: companies.map(({ company_name, role }) => ({ company_name, role })),
    description,
    product_codes: product_codes.map(({ product_code, product_code_type }) => ({ product_code, product_code_type })),
  };
}

type EditEntries = ReturnType<typeof openEditEntries>;
type Known = Awaited<ReturnType<typeof readKeys>>;

/** Finds the keys of the entries that an operator names. */
function openEditEntries(reader: CatalogReader, allowNew: boolean) {
  const read = new Map<EntryKind, Promise<Known>>();
  const known = (kind: EntryKind) => getOrInsert(read, kind, () => readKeys(reader, kind));
  const problems: EditProblem[] = [];
  const companies: ResolvedEdit['companies'] = [];
  const groups: ResolvedEdit['groups'] = [];
  const add = (kind: 'company' | 'group', name: string): string => {
    const key = entryKey(kind, name);
    if (kind === 'company') companies.push({ key, company_name: name });
    else groups.push({ key, group_name: name });
    return key;
  };
  return {
    problems,
    companies,
    groups,
    keyOfId: async (kind: 'genre' | 'platform', id: number, path: string): Promise<string> => {
      const key = (await known(kind)).byId.get(id);
      if (key === undefined) problems.push({ path, message: `There is no ${kind} with the number ${id}.` });
      return key ?? '';
    },
    /** One key for each name. A name that is not in the catalog is a problem at this path, unless new ones are allowed. */
    keysOfNames: async (kind: 'company' | 'group', names: readonly string[], path: string): Promise<string[]> => {
      const { byName } = await known(kind);
      const missing = names.filter((name) => !byName.has(fold(name)));
      if (missing.length > 0 && !allowNew) problems.push({ path, message: describeMissing(kind, missing) });
      else for (const name of new Set(missing)) byName.set(fold(name), add(kind, name));
      return names.map((name) => byName.get(fold(name)) ?? '');
    },
  };
}

const NOUNS = { company: 'company', group: 'series or theme' };

function describeMissing(kind: 'company' | 'group', names: readonly string[]): string {
  const list = names.map((name) => `“${name}”`).join(', ');
  return `There is no ${NOUNS[kind]} called ${list}. Check the spelling, or allow new ones below.`;
}

async function readKeys(reader: CatalogReader, kind: EntryKind) {
  const byId = new Map<number, string>();
  const byName = new Map<string, string>();
  for (const { id, body, key } of await reader.listEntries(kind)) {
    const name = (JSON.parse(body) as Record<string, string>)[`${kind}_name`] as string;
    const own = key ?? entryKey(kind, name);
    byId.set(id, own);
    if (!byName.has(fold(name))) byName.set(fold(name), own);
  }
  return { byId, byName };
}
