import { mediaFolder } from '../../config.ts';
import { countPictures } from '../../pictures/clean.ts';
import { print, printRows } from '../kit/command.ts';
import { onStore } from '../kit/with-store.ts';

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
  const facts = {
    data: store.location,
    revision: await store.catalog.readRevision(),
    ...(await store.catalog.countAll()),
    pictures: await countPictures(mediaFolder(config)),
    accounts: accounts.length,
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
