import type { GameRecord, Provenance } from '../../catalog/model/record.ts';
import { formatSetting, mediaFolder } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { followAliases } from '../../merging/match/attach.ts';
import { type Following, readFollowing } from '../../merging/mirror/follow-state.ts';
import { countPictures } from '../../pictures/clean.ts';
import { envName, SETTING_NAMES, SETTINGS } from '../../settings.ts';
import type { CatalogReader } from '../../store/catalog/writer.ts';
import { type Input, print, printRows, printTable } from '../kit/command.ts';
import { onStore, withExistingStore } from '../kit/with-store.ts';

const IMPORTS_SHOWN = 10;

export const showStatus = onStore(async (input, store) => {
  const { config } = input;
  const accounts = await store.accounts.listAccounts();
  const imports = (await store.catalog.listImports(IMPORTS_SHOWN)).map((entry) => ({
    action: entry.action,
    source: entry.source,
    version: entry.version,
    finished: new Date(entry.finishedAt).toISOString(),
    seconds: (entry.finishedAt - entry.startedAt) / 1000,
    added: entry.added,
    changed: entry.changed,
    unchanged: entry.unchanged,
    removed: entry.removed,
    merged: entry.merged,
    notes: entry.notes,
  }));
  const following = await readFollowing(store.status, Date.now());
  const facts = {
    data: store.location,
    revision: await store.catalog.readRevision(),
    ...(await store.catalog.countAll()),
    pictures: await countPictures(mediaFolder(config)),
    accounts: accounts.length,
    ...(following && { following: describeFollowing(following) }),
  };
  if (input.switches.has('json')) return print(JSON.stringify({ ...facts, imports }));
  for (const [name, value] of Object.entries(facts)) print(`${name.padEnd(10)} ${value}`);
  print('');
  printRows(
    imports.map(({ notes, ...columns }) => columns),
    input,
  );
  for (const { source, finished, notes } of imports)
    if (notes.length > 0) print(`\n${source}, ${finished}:\n${notes.map((note) => `  ${note}`).join('\n')}`);
});

function describeFollowing({ url, secondsBehind, problem }: Following): string {
  const lag = secondsBehind === undefined ? 'not complete yet' : `everything of ${secondsBehind} seconds ago`;
  return `${url}: ${lag}${problem === undefined ? '' : `; ${problem}`}`;
}

/** Shows the keys of a game, which corrections refer to, and the sources of each field. */
export function gameShow({ config, args, switches }: Input): Promise<void> {
  const gameId = Number(args[0]);
  return withExistingStore(config, (store) =>
    store.catalog.read(async (reader) => {
      const game = await describe(reader, gameId, args[0] as string);
      if (switches.has('json')) return print(JSON.stringify(game));
      print(`${game.game_id}  ${game.title}`);
      print(`modified ${game.modified_at}\n`);
      printTable(['key', 'source'], game.layers);
      print('');
      printTable(['field', 'from'], listFields(game.provenance));
    }),
  );
}

async function describe(reader: CatalogReader, gameId: number, text: string) {
  const game = Number.isInteger(gameId) ? await reader.findGame(gameId) : undefined;
  if (!game) {
    const target = Number.isInteger(gameId) ? await followAliases(reader, gameId) : gameId;
    const isMoved = Number.isInteger(gameId) && target !== gameId;
    throw new OperatorError(isMoved ? `Game ${gameId} is now game ${target}` : `There is no game ${text}`);
  }
  const layers = await reader.listLayers(gameId);
  return {
    game_id: gameId,
    title: (JSON.parse(game.record) as GameRecord).title,
    modified_at: new Date(game.modifiedAt).toISOString(),
    layers: layers.map(({ key, source }) => ({ key, source })),
    provenance: JSON.parse(game.provenance) as Provenance,
  };
}

function listFields({ fields, platforms }: Provenance) {
  const rows = Object.entries(platforms).flatMap(([platform, own]) =>
    Object.entries(own).map(([field, sources]) => [`${platform} ${field}`, sources] as const),
  );
  return [...Object.entries(fields), ...rows].map(([field, sources]) => ({ field, from: sources.join(', ') }));
}

export async function showConfig(input: Input): Promise<void> {
  const rows = SETTING_NAMES.map((name) => ({
    setting: envName(name),
    value: formatSetting(input.config, name),
    values: SETTINGS[name].values,
    meaning: SETTINGS[name].help,
  }));
  printRows(rows, input);
}
