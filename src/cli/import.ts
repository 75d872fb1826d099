import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { OperatorError } from '../errors.ts';
import { openBundle } from '../importers/bundle.ts';
import { type ConvertReport, type Importer, NO_CORRECTIONS } from '../importers/importer.ts';
import { IMPORTERS } from '../importers/importers.ts';
import { type Change, type ImportReport, loadBundle } from '../importers/load.ts';
import { type Input, print, printTable } from './command.ts';
import { openProgress } from './progress.ts';
import { withStore } from './with-store.ts';

/** `import FOLDER` loads a bundle; `import SOURCE PATH…` makes one first. */
export async function importData(input: Input): Promise<void> {
  const [first = '', ...paths] = input.words;
  const importer = IMPORTERS.find(({ name }) => name === first);
  checkFlags(input, importer);
  if (importer) return importSource(importer, paths, input);
  if (paths.length > 0)
    throw new OperatorError(`"${first}" is no source; there are ${IMPORTERS.map(({ name }) => name).join(', ')}`);
  printReport(input, await loadFolder(input, resolve(first)));
}

async function importSource(importer: Importer, paths: readonly string[], input: Input): Promise<void> {
  if (paths.length === 0) throw new OperatorError(`Use: ludex import ${importer.name} PATH…`);
  if (input.flags.bundle !== undefined) return writeBundle(importer, paths, input, resolve(input.flags.bundle));
  await inTemporaryFolder(async (folder) => {
    const converted = await convert(importer, paths, input, folder);
    printReport(input, await loadFolder(input, folder), converted);
  });
}

async function writeBundle(importer: Importer, paths: readonly string[], input: Input, folder: string): Promise<void> {
  const there = await readdir(folder).catch((): string[] => []);
  if (there.length > 0 && !there.includes('manifest.json'))
    throw new OperatorError(`${folder} holds other things than a bundle; name a new folder`);
  const converted = await convert(importer, paths, input, folder);
  if (input.switches.has('json')) return print(JSON.stringify({ bundle: folder, ...converted }));
  printConverted(converted);
  print(`\nThe bundle is in ${folder}. Next: ludex import ${folder}`);
}

async function convert(
  importer: Importer,
  paths: readonly string[],
  { flags }: Input,
  folder: string,
): Promise<ConvertReport> {
  const progress = openProgress('MB');
  const input = { flags, corrections: NO_CORRECTIONS, folder, onProgress: progress.show };
  return importer.convert({ ...input, paths: paths.map((path) => resolve(path)) }).finally(progress.end);
}

/** What was loaded, or what would have been. */
type Loaded = ImportReport & { dryRun: boolean; examples: Record<Change, string[]> };

const EXAMPLES = 5;

function loadFolder({ config, switches }: Input, folder: string): Promise<Loaded> {
  return withStore(config, async (store) => {
    const bundle = await openBundle(folder);
    const progress = openProgress('games');
    const examples: Loaded['examples'] = { added: [], changed: [], removed: [] };
    const dryRun = switches.has('dry-run');
    const report = await loadBundle(store, bundle, {
      clock: Date.now,
      onProgress: progress.show,
      onChange: (change, title) => void (examples[change].length < EXAMPLES && examples[change].push(title)),
      dryRun,
      allowShrink: switches.has('allow-shrink'),
    }).finally(progress.end);
    return { ...report, dryRun, examples };
  });
}

/** A flag that nobody would look at is a mistake, not a wish to ignore. */
function checkFlags({ flags }: Input, importer: Importer | undefined): void {
  const own = ['data', ...(importer ? ['bundle', ...importer.flags] : [])];
  const other = Object.keys(flags).find((flag) => !own.includes(flag));
  if (other) throw new OperatorError(`--${other} is not for ${importer ? `"import ${importer.name}"` : 'a bundle'}`);
}

/** Gone with its work, also when Ctrl-C ends the program. */
async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ludex-import-'));
  const stop = () => void rm(folder, { recursive: true, force: true }).finally(() => process.exit(130));
  process.once('SIGINT', stop);
  try {
    await work(folder);
  } finally {
    process.off('SIGINT', stop);
    await rm(folder, { recursive: true, force: true });
  }
}

function printReport({ switches }: Input, report: Loaded, converted?: ConvertReport): void {
  if (switches.has('json')) print(JSON.stringify({ ...report, ...converted }));
  else printForPeople(report, converted);
}

function printForPeople(report: Loaded, converted: ConvertReport | undefined): void {
  if (converted) printConverted(converted);
  const { source, added, changed, unchanged, removed, dryRun } = report;
  print(`${source}: ${added} games added, ${changed} changed, ${unchanged} unchanged, ${removed} removed`);
  if (dryRun) printExamples(report);
  else if (converted) print('Next: "ludex serve" shows them; a server that is running has them within seconds');
}

function printExamples({ examples }: Loaded): void {
  for (const [change, titles] of Object.entries(examples)) {
    if (titles.length > 0) print(`${change}, for example: ${titles.join('; ')}`);
  }
  print('This was a dry run: nothing has been changed');
}

function printConverted({ counts, unknown }: ConvertReport): void {
  for (const [name, count] of Object.entries(counts)) print(`${name.padEnd(24)}${String(count).padStart(9)}`);
  print('');
  if (unknown.length === 0) return;
  print('Not understood, and left out:');
  printTable(['count', 'what'], unknown);
  print('');
}
