import { copyFileSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { moveStore } from '../../store/move.ts';
import type { MovableStore } from '../../store/moved-tables.ts';
import { isDatabaseUrl, openTables } from '../../store/open-tables.ts';
import { markFolder } from '../../store/sqlite/folder-marker.ts';
import { formatCount, type Input, print, printTable } from '../kit/command.ts';
import { ignoreSignals, interruptible } from '../kit/interruptible.ts';
import { openProgress } from '../kit/progress.ts';

export async function moveData(input: Input): Promise<void> {
  const [from = '', to = ''] = input.args;
  await interruptible(async () => {
    const source = await openTables(from, input.config, false);
    try {
      const target = await openTables(to, input.config, true);
      try {
        await moveBetween(input, source, target);
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  });
}

async function moveBetween(input: Input, source: MovableStore, target: MovableStore): Promise<void> {
  const progress = openProgress('rows');
  const moved = await moveStore(source, target, progress.show, ignoreSignals).finally(progress.end);
  const [, to] = input.args as [string, string];
  if (!isDatabaseUrl(to)) markFolder(resolve(to));
  const secret = moveSecret(input.args as [string, string]);
  if (input.switches.has('json'))
    return print(JSON.stringify({ from: source.location, to: target.location, tables: moved }));
  printTable(
    ['part', 'table', 'rows', 'sha256'],
    moved.map((one) => ({ ...one, sha256: one.sha256.slice(0, 16) })),
  );
  const rows = moved.reduce((sum, one) => sum + one.rows, 0);
  print(`\n${formatCount(rows, 'row')} moved from ${source.location} to ${target.location}. The copy was verified`);
  print(secret);
  const pictures = join(resolve(input.args[0] as string), 'media');
  if (existsSync(pictures)) print(`The pictures were not moved. Copy ${pictures} into the LUDEX_DATA of every node`);
}

/** The keys in a store are encrypted, so it needs its secret. */
function moveSecret([from, to]: [string, string]): string {
  const path = join(resolve(from), 'secret');
  const target = join(resolve(to), 'secret');
  if (isDatabaseUrl(from)) {
    return isDatabaseUrl(to)
      ? 'Keys work with the same LUDEX_SECRET as before'
      : `Keys work with the same LUDEX_SECRET as before, or with that text in ${target}`;
  }
  if (!existsSync(path)) return 'Keys work with the same LUDEX_SECRET as before';
  if (!isDatabaseUrl(to)) {
    copyFileSync(path, target);
    return `The secret was copied to ${target}`;
  }
  return `Keys are encrypted with the secret in ${path}: set LUDEX_SECRET_FILE=${path} on every node, or LUDEX_SECRET to its text`;
}
