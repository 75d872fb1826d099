import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isArchive } from '../../bundle/archive.ts';
import { openBundle } from '../../bundle/bundle.ts';
import { inTemporaryFolder } from '../../bundle/temporary-folder.ts';
import { unpackBundle } from '../../bundle/unpack.ts';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { findSimilar } from '../../folding.ts';
import type { ConvertReport, Importer, PictureTarget } from '../../importers/importer.ts';
import { IMPORTERS } from '../../importers/importers.ts';
import { readCorrections } from '../../merging/corrections/corrections.ts';
import { loadBundle } from '../../merging/load/load.ts';
import type { ImportReport, LoadOptions } from '../../merging/load/load-options.ts';
import { formatCount, type Input, print, printTable } from '../kit/command.ts';
import { openPictureImport, openRemote, type PictureImport } from '../kit/picture-import.ts';
import { type RunningImport, reportLine, withImportProgress } from '../kit/progress.ts';
import { ignoreSignals, interruptible, withExistingStore, withStore } from '../kit/with-store.ts';
import { DRY_RUN, undo } from './source.ts';

/** The catalog that comes with Ludex, unless there is a folder of this name: the games of consoles and handhelds in MAME's lists. */
const OPEN = 'open';
const OPEN_CATALOG = new URL('../../../starter/open.tar.gz', import.meta.url);

/** `import PATH` loads a bundle; `import SOURCE PATH…` makes one first. */
export async function importData(input: Input): Promise<void> {
  await interruptible(() => runImport(input));
}

async function runImport(input: Input): Promise<void> {
  if (input.switches.has('undo')) return undo(input);
  const { importer, first } = readAsked(input);
  const what = { source: importer?.name ?? basename(first), dryRun: input.switches.has('dry-run') };
  const { report, converted } = await withImportProgress(input.config, what, (running) => importAsked(input, running));
  if (input.switches.has('json')) print(JSON.stringify({ ...report, ...converted }));
  else printText(report, converted);
}

/** Imports what the arguments name. */
export function importAsked(input: Input, running: RunningImport): Promise<Imported> {
  const { importer, paths, path } = readAsked(input);
  const own = { ...input, running, ...openPictureImport(input) };
  return importer ? importSource(importer, paths, own) : loadBundlePath(own, path);
}

function readAsked(input: Input) {
  const [first = '', ...paths] = input.args;
  if (first === '') throw new OperatorError('Usage: ludex import [SOURCE] PATH…');
  const importer = IMPORTERS.find(({ name }) => name === first);
  checkFlags(input, importer);
  if (first === OPEN && paths.length > 0) throw new OperatorError('"ludex import open" takes no path');
  const path = first === OPEN && !existsSync(first) ? fileURLToPath(OPEN_CATALOG) : resolve(first);
  if (!importer && (paths.length > 0 || !existsSync(path))) throw unknownSource(first, paths.length > 0);
  if (importer && paths.length === 0) throw new OperatorError(`Usage: ludex import ${importer.name} PATH…`);
  return { first, importer, paths, path };
}

/** The input of an import that the operator's pages show while it runs. */
type RunningInput = Input & PictureImport & { running: RunningImport };

interface Imported {
  report: Loaded;
  /** Undefined for a bundle. */
  converted?: ConvertReport;
}

/** One word alone may also be the path of a bundle. */
function unknownSource(typed: string, hasPaths: boolean): OperatorError {
  const names = [OPEN, ...IMPORTERS.map(({ name }) => name)];
  const similar = findSimilar(typed, names);
  if (similar) return new OperatorError(`Unknown source "${typed}". Did you mean "${similar}"?`);
  if (!hasPaths) return new OperatorError(`There is no file or folder ${resolve(typed)}`);
  return new OperatorError(`Unknown source "${typed}"; use one of ${names.join(', ')}`);
}

/** A bundle is a folder or an archive of one. */
async function loadBundlePath(input: RunningInput, path: string): Promise<Imported> {
  if (!isArchive(path)) return { report: await loadFolder(input, path) };
  return inTemporaryFolder('load', async (folder) => ({
    report: await loadFolder(input, await unpackBundle(path, folder), path),
  }));
}

function importSource(importer: Importer, paths: readonly string[], input: RunningInput): Promise<Imported> {
  return inTemporaryFolder('load', async (folder) => {
    const converted = await convert(importer, paths, input, folder);
    return { converted, report: await loadFolder(input, folder, paths.join(', '), journalNotes(converted)) };
  });
}

async function convert(
  importer: Importer,
  paths: readonly string[],
  { config, flags: texts, switches, running, pictureStore, onRefused }: RunningInput,
  folder: string,
): Promise<ConvertReport> {
  const splits = await findSplits(config);
  const unit = importer.unit ?? 'MB';
  const flags = { ...texts, ...Object.fromEntries(Array.from(switches, (name) => [name, 'yes'])) };
  const absolute = paths.map((path) => resolve(path));
  const readCatalog: PictureTarget['readCatalog'] = (work) =>
    withExistingStore(config, (store) => store.catalog.read(work));
  const onProgress = (done: number, total: number) => running.show(done, total, unit);
  const report = await importer.convert(
    { paths: absolute, flags, splits, folder, onProgress },
    { readCatalog, pictureStore, onRefused },
  );
  checkNotEmpty(importer, paths, report);
  return switches.has('verbose') ? report : { ...report, unknown: shorten(report.unknown) };
}

/** Files of another source would replace the version of this one with nothing. */
function checkNotEmpty(
  { name, reads }: Importer,
  paths: readonly string[],
  { counts, leftOut = {} }: ConvertReport,
): void {
  if (reads === undefined || counts.games !== 0 || Object.keys(leftOut).length > 0) return;
  throw new OperatorError(
    `No games found in ${paths.join(', ')}; "ludex import ${name}" reads ${reads}; nothing was imported`,
  );
}

/** What the journal says about the conversion: in short, because it is listed with other imports. */
function journalNotes({ leftOut = {}, unknown }: ConvertReport): string[] {
  const kinds = Object.entries(leftOut).toSorted(([, a], [, b]) => b - a);
  const names = unknown.slice(0, NAMES_NOTED).map(({ what, count }) => `${what} (${count})`);
  return [
    ...(kinds.length > 0 ? [`Left out: ${kinds.map(([kind, count]) => `${count} ${kind}`).join(', ')}`] : []),
    ...(names.length > 0
      ? [`Not recognized: ${names.join(', ')}${unknown.length > NAMES_NOTED ? ' and others' : ''}`]
      : []),
  ];
}

const NAMES_NOTED = 10;
const PICTURES_NOTED = 20;

/** How many of the unrecognized names are listed without `--verbose`. */
const MAX_UNKNOWN = 30;

function shorten(unknown: ConvertReport['unknown']): ConvertReport['unknown'] {
  const others = unknown.slice(MAX_UNKNOWN);
  if (others.length === 0) return unknown;
  const count = others.reduce((sum, other) => sum + other.count, 0);
  return [...unknown.slice(0, MAX_UNKNOWN), { what: 'others; --verbose lists them', count }];
}

/** What was loaded, or would have been in a dry run. */
type Change = Parameters<NonNullable<LoadOptions['onChange']>>[0];
type Loaded = ImportReport & {
  dryRun: boolean;
  examples: Record<Change, string[]>;
  /** Pictures that were skipped. */
  refused: PictureImport['refused'];
};

const EXAMPLES = 5;

function loadFolder(
  { config, switches, running, pictureStore, onRefused, refused }: RunningInput,
  folder: string,
  name = folder,
  notes: readonly string[] = [],
): Promise<Loaded> {
  const dryRun = switches.has('dry-run');
  return withStore(config, async (store) => {
    const bundle = await openBundle(folder, name);
    running.setSource(bundle.source.id);
    const examples: Loaded['examples'] = { added: [], changed: [], removed: [], merged: [] };
    const options = {
      clock: Date.now,
      onChange: (change: Change, title: string) =>
        void (examples[change].length < EXAMPLES && examples[change].push(title)),
      dryRun,
      onCommit: ignoreSignals,
      allowShrink: switches.has('allow-shrink'),
      get notes() {
        // Read after the pictures.
        return [...notes, ...refused.slice(0, PICTURES_NOTED).map(({ file, why }) => `${file}: ${why}`)];
      },
      noTouch: switches.has('no-touch'),
      pictureStore,
      remote: switches.has('fetch') ? await openRemote(config, pictureStore) : undefined,
      onRefused,
      onProgress: running.show,
    };
    return { ...(await loadBundle(store, bundle, options)), dryRun, examples, refused };
  });
}

const COMMON_FLAGS = ['data', 'dry-run', 'allow-shrink', 'no-touch', 'fetch', 'undo', 'json'];

/** Rejects flags that would have no effect. */
function checkFlags({ flags, switches }: Input, importer: Importer | undefined): void {
  const own = [...COMMON_FLAGS, ...(importer ? ['verbose', ...importer.flags] : [])];
  const other = [...Object.keys(flags), ...switches].find((flag) => !own.includes(flag));
  if (switches.has('strict') && switches.has('lenient'))
    throw new OperatorError('--strict and --lenient exclude each other; pass one of them');
  if (switches.has('fetch') && switches.has('dry-run'))
    throw new OperatorError('--fetch cannot be combined with --dry-run');
  if (other)
    throw new OperatorError(`--${other} does not apply to ${importer ? `"import ${importer.name}"` : 'a bundle'}`);
}

function printText(report: Loaded, converted: ConvertReport | undefined): void {
  if (converted) printConverted(converted);
  print(reportLine(report));
  if (report.waiting > 0) print(`${formatCount(report.waiting, 'line')} waiting for a game from another source`);
  if (report.refused.length > 0) print(`${formatCount(report.refused.length, 'file')} skipped; see the reasons above`);
  for (const sentence of report.terms) print(sentence);
  if (report.dryRun) printExamples(report);
  else
    print(
      'Next: "ludex serve" (a running server shows the changes within seconds). "ludex import --undo" undoes this import',
    );
}

function printExamples({ examples }: Loaded): void {
  for (const [change, titles] of Object.entries(examples)) {
    if (titles.length > 0) print(`${change}, for example: ${titles.join('; ')}`);
  }
  print(DRY_RUN);
}

function printConverted({ counts, unknown, platforms = [], leftOut = {} }: ConvertReport): void {
  const width = Math.max(24, ...Object.keys(counts).map((name) => name.length));
  for (const [name, count] of Object.entries(counts)) print(`${name.padEnd(width)}${String(count).padStart(9)}`);
  print('');
  const [first] = platforms;
  if (first) printTable(Object.keys(first), platforms);
  printLeftOut(Object.entries(leftOut));
  if (unknown.length === 0) return;
  print('Not recognized:');
  printTable(['count', 'what'], unknown);
  print('');
}

function printLeftOut(kinds: readonly [kind: string, count: number][]): void {
  if (kinds.length === 0) return;
  const sorted = kinds.toSorted(([, a], [, b]) => b - a);
  print('Left out, because only games and compilations are imported:');
  printTable(
    ['count', 'kind'],
    sorted.map(([kind, count]) => ({ count, kind })),
  );
  print(`Pass --include ${sorted.map(([kind]) => kind).join(',')} (or --include all) to import them\n`);
}

/** The entries that the operator split off, for importers that group entries into games. Does not create a store. */
async function findSplits(config: Config): Promise<ReadonlySet<string>> {
  if (config.database_url === undefined && !existsSync(config.data)) return new Set();
  return withStore(config, (store) => store.catalog.read(async (reader) => (await readCorrections(reader)).splits));
}
