import type { App } from '../../app.ts';
import type { CorrectionLine } from '../../bundle/lines.ts';
import { listEntryKeys } from '../../merging/corrections/corrections.ts';
import { CORRECTIONS } from '../../merging/load/layer-line.ts';
import type { CatalogReader, EntryKind } from '../../store/catalog-store.ts';
import { readVocabulary } from '../../vocabulary/vocabulary.ts';
import { findTitle } from './edited-game.ts';

type GameRef = string | number;

/** The names of what corrections refer to by keys and numbers. */
export interface HistoryNames {
  /** Of a platform, genre, company, series or theme. */
  entryName(key: string): string;
  findGame(ref: GameRef): { gameId: number; title: string } | undefined;
}

export function readHistoryNames({ store }: App, lines: readonly CorrectionLine[]): Promise<HistoryNames> {
  return store.catalog.read(async (reader) => {
    const entries = await readEntryNames(reader, lines);
    const games = new Map<GameRef, { gameId: number; title: string }>();
    for (const ref of new Set(lines.flatMap(({ merge = [], different = [] }) => [...merge, ...different]))) {
      const game = await findGame(reader, ref);
      if (game) games.set(ref, game);
    }
    return {
      entryName: (key) => entries.get(key) ?? key.slice(key.indexOf(':') + 1),
      findGame: (ref) => games.get(ref),
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
  const vocabulary = readVocabulary();
  for (const key of keys) {
    const kind = kindOf(key);
    const id = vocabulary.findId(key) ?? (await reader.findId(kind, key));
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
