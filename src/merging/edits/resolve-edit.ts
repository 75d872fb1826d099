import { randomBytes } from 'node:crypto';
import type { CorrectionLine } from '../../bundle/lines.ts';
import type { GameRecord } from '../../catalog/model/record.ts';
import type { CatalogReader } from '../../store/catalog-store.ts';
import { CORRECTIONS, EDIT_PREFIX, isEdit, parseCorrection } from '../load/layer-line.ts';
import type { Edit, EditProblem, GameChange, NewPicture, PlatformChange, ReleaseChange, ResolvedEdit } from './edit.ts';
import { type EditEntries, openEditEntries } from './edit-entries.ts';
import { replacedValues } from './replaced-values.ts';

const TIME_DIGITS = 14;

/** Converts an edit into a correction: ids and names of entries become keys. Returns problems instead if there are any. */
export async function resolveEdit(reader: CatalogReader, edit: Edit): Promise<ResolvedEdit | EditProblem[]> {
  const { action, by, now, why } = edit;
  const entries = openEditEntries(reader, edit.allowNew ?? false);
  const made = { at: now, by, ...(why !== '' && { why }) };
  const pictures = 'change' in edit ? nameFiles(edit.change.addPictures ?? []) : [];
  const resolved = (line: CorrectionLine) => ({
    line,
    companies: entries.companies,
    groups: entries.groups,
    pictures,
  });
  const key = await newKey(reader, now);
  if (action === 'split') return resolved({ key, split: edit.key, made });
  if (action === 'different') return resolved({ key, different: [...edit.gameIds], made });
  if (action === 'revert' || action === 'restore') {
    const line = await findEdit(reader, edit.key);
    return line ? resolved(switched(line, action === 'revert' ? { at: now, by } : undefined)) : NOT_THERE;
  }
  const fields = await toFields(edit.change, entries);
  if (entries.problems.length > 0) return entries.problems;
  const games = action === 'merge' ? { merge: [...edit.gameIds] } : { game: edit.gameId };
  // Of merged games, the one that stays.
  const stored = await reader.findGame(action === 'merge' ? Math.min(...edit.gameIds) : edit.gameId);
  const replaced = stored && replacedValues(JSON.parse(stored.record) as GameRecord, edit.change);
  const before = replaced && (await toFields(replaced, entries));
  return resolved({ key, ...games, ...fields, made: { ...made, ...(before && { before }) } });
}

const NOT_THERE: EditProblem[] = [{ path: '', message: 'This change is no longer in the history.' }];

/** Of two corrections of one field the later key applies, so a new key comes after all others, even if the clock stands still. */
async function newKey(reader: CatalogReader, now: number): Promise<string> {
  const last = (await reader.listKeys(CORRECTIONS)).findLast(isEdit);
  const lastTime = Number(last?.slice(EDIT_PREFIX.length, EDIT_PREFIX.length + TIME_DIGITS) ?? 0);
  const time = String(Math.max(now, lastTime + 1)).padStart(TIME_DIGITS, '0');
  return `${EDIT_PREFIX}${time}-${randomBytes(4).toString('hex')}`;
}

async function findEdit(reader: CatalogReader, key: string): Promise<CorrectionLine | undefined> {
  const layer = isEdit(key) ? await reader.findLayer(key) : undefined;
  return layer && parseCorrection(layer);
}

function switched(
  { reverted: _before, ...line }: CorrectionLine,
  reverted: CorrectionLine['reverted'],
): CorrectionLine {
  return reverted ? { ...line, reverted } : line;
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
    const covers = own.flatMap(({ scan_of, caption, file }) =>
      scan_of ? [{ scan_of, file, ...(caption !== null && { description: caption }) }] : [],
    );
    const screenshots = own.flatMap(({ scan_of, caption, file }) => (scan_of ? [] : [{ caption, file }]));
    media.push({
      platform: await entries.keyOfId('platform', platformId, 'platforms'),
      ...(screenshots.length > 0 && { screenshots }),
      ...(covers.length > 0 && { cover_groups: [{ countries: [], covers }] }),
    });
  }
  return media;
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
