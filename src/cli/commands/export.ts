import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeBundleAt } from '../../bundle/archive.ts';
import { type Config, dumpsFolder, mediaFolder } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { exportCatalog, listSharedCorrections } from '../../merging/export/export-catalog.ts';
import { makeDump } from '../../merging/export/make-dump.ts';
import { type MovableStore, moveStore } from '../../store/move.ts';
import { isDatabaseUrl, openTables } from '../../store/open.ts';
import { markFolder } from '../../store/sqlite/folder-marker.ts';
import { listTerms } from '../../vocabulary/sources.ts';
import { formatCount, type Input, print, printTable, shellWord } from '../kit/command.ts';
import { withProgress } from '../kit/progress.ts';
import { ignoreSignals, interruptible, withExistingStore } from '../kit/with-store.ts';

export async function exportData({ config, args, flags, switches }: Input): Promise<void> {
  const target = resolve(args[0] as string);
  if (switches.has('corrections') && flags.licences !== undefined)
    throw new OperatorError('--licences does not apply to --corrections');
  if (switches.has('corrections')) return exportCorrections(config, target, switches.has('json'));
  const licences = flags.licences?.split(',').map((licence) => licence.trim());
  const options = { mediaFolder: mediaFolder(config), ...(licences && { licences }) };
  const manifest = await interruptible(() =>
    withProgress('lines', (onProgress) =>
      withExistingStore(config, (store) =>
        makeBundleAt(target, (folder) => exportCatalog(store, folder, { ...options, onProgress })),
      ),
    ),
  );
  if (switches.has('json')) return print(JSON.stringify({ bundle: target, ...manifest }));
  printTable(['path', 'records', 'bytes'], manifest.files);
  if (manifest.files.some(({ path }) => path === 'media.jsonl')) print('The pictures are in media/');
  print('');
  printTable(['id', 'version', 'licence'], manifest.sources);
  for (const terms of listTerms(manifest.sources.map(({ id }) => id))) print(`\n${terms}`);
  print(`\nThe bundle is in ${target}. Next: "ludex import ${shellWord(target)}" with another data folder (--data)`);
}

export async function dumpData({ config, switches }: Input): Promise<void> {
  const dump = await interruptible(() =>
    withProgress('lines', (onProgress) =>
      withExistingStore(config, (store) => makeDump(store, { config, onProgress })),
    ),
  );
  if (switches.has('json')) return print(JSON.stringify(dump));
  printTable(
    ['file', 'bytes', 'sha256'],
    dump.files.map(({ name, bytes, sha256 }) => ({ file: name, bytes, sha256 })),
  );
  if (dump.left_out.length > 0) print(`\nImport-only and left out: ${dump.left_out.join(', ')}`);
  if (config.public_url === undefined) print(`\nLinks begin with ${dump.url}; set LUDEX_PUBLIC_URL if that is wrong`);
  print(`\nThe data dump is in ${join(dumpsFolder(config), dump.name)}, and on the page /data of the server`);
}

async function exportCorrections(config: Config, target: string, isJson: boolean): Promise<void> {
  const lines = await withExistingStore(config, listSharedCorrections);
  try {
    writeFileSync(target, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new OperatorError(
      `${target} ${code === 'EEXIST' ? 'exists already; name a new file' : `cannot be written (${code})`}`,
    );
  }
  if (isJson) return print(JSON.stringify({ file: target, corrections: lines.length }));
  print(
    `${formatCount(lines.length, 'correction')} in ${target}. Next, with another data folder (--data) or on another server:`,
  );
  print(`ludex import corrections ${shellWord(target)} --lenient`);
}

export async function moveData(input: Input): Promise<void> {
  const [from = '', to = ''] = input.args;
  await interruptible(async () => {
    await using opened = new AsyncDisposableStack();
    const source = opened.adopt(await openTables(from, input.config, false), (store) => store.close());
    const target = opened.adopt(await openTables(to, input.config, true), (store) => store.close());
    await moveBetween(input, source, target);
  });
}

async function moveBetween(input: Input, source: MovableStore, target: MovableStore): Promise<void> {
  const moved = await withProgress('rows', (show) => moveStore(source, target, show, ignoreSignals));
  const [, to] = input.args as [string, string];
  if (!isDatabaseUrl(to)) markFolder(resolve(to));
  const secret = moveSecret(input.args as [string, string]);
  if (input.switches.has('json'))
    return print(JSON.stringify({ from: source.location, to: target.location, tables: moved }));
  printTable(
    ['part', 'table', 'rows'],
    moved.map((one) => ({ ...one })),
  );
  const rows = moved.reduce((sum, one) => sum + one.rows, 0);
  print(`\n${formatCount(rows, 'row')} moved from ${source.location} to ${target.location}`);
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
