import { existsSync } from 'node:fs';
import { checkAccounts } from '../../accounts/keys.ts';
import { openExistingSecret, type Secret } from '../../accounts/secret.ts';
import { type Config, mediaFolder } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { auditCatalog } from '../../merging/audit.ts';
import { checkCatalog } from '../../merging/check.ts';
import { checkPictures, cleanPictures } from '../../pictures/clean.ts';
import { openTables } from '../../store/open.ts';
import { openProblems, type Problem, type Problems } from '../../store/problems.ts';
import { checkDatabaseFiles } from '../../store/sqlite/backup.ts';
import { makeFolder } from '../../store/sqlite/database.ts';
import { formatCount, type Input, print } from '../kit/command.ts';
import { withProgress } from '../kit/progress.ts';
import { noDataFolder, onStore, withExistingStore } from '../kit/with-store.ts';

/** What was looked at, by name. */
type Counts = Record<string, number>;

/** Checks the whole store, also while a server runs. The exit code is 1 if it finds a problem. */
export async function checkData({ config, switches }: Input): Promise<void> {
  if (config.database_url === undefined && !existsSync(config.data)) throw noDataFolder(config);
  // Also to read, SQLite and the lock of the pictures write beside the data.
  if (config.database_url === undefined) makeFolder(config.data);
  const problems = openProblems();
  // What SQLite itself cannot read, the other checks cannot either.
  const isReadable = config.database_url !== undefined || checkDatabaseFiles(config.data, problems);
  const checked = isReadable ? await checkContents(config, problems) : {};
  const found = problems.list();
  if (switches.has('json')) print(JSON.stringify({ checked, problems: found }));
  else printReport(checked, found);
  const count = found.reduce((sum, problem) => sum + problem.count, 0);
  if (count > 0)
    throw new OperatorError(
      `${formatCount(count, 'problem')} found, and nothing was changed. Restore a backup, or import the sources again`,
    );
}

async function checkContents(config: Config, problems: Problems): Promise<Counts> {
  const secret = await findSecret(config, problems);
  const tables = await openTables(config.database_url ?? config.data, config, false);
  try {
    const catalog = await withProgress('rows', (show) =>
      tables.read((access) => checkCatalog(access, problems, show)),
    ).catch((error) => reportUnreadable(error, problems));
    const owners = await tables.read((access) => checkAccounts(access, secret, problems));
    if (!catalog) return owners;
    const { pictures: referenced, ...counts } = catalog;
    return { ...counts, ...owners, pictures: await checkMedia(config, referenced, problems) };
  } finally {
    await tables.close();
  }
}

/** A compressed text that is damaged ends the check of the catalog: it fails while its row is read. */
function reportUnreadable(error: NodeJS.ErrnoException, problems: Problems): undefined {
  if (!error.code?.startsWith('ZSTD_')) throw error;
  problems.add('compressed texts that cannot be read', error.message);
}

async function findSecret(config: Config, problems: Problems): Promise<Secret | undefined> {
  try {
    return await withExistingStore(config, (store) => openExistingSecret(config, store.accounts));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    problems.add('secrets that do not fit', error.message);
    return undefined;
  }
}

/** With LUDEX_MEDIA_URL the pictures may be elsewhere. */
async function checkMedia(config: Config, referenced: ReadonlySet<string>, problems: Problems): Promise<number> {
  const folder = mediaFolder(config);
  if (config.media_url !== undefined && !existsSync(folder)) return 0;
  return withProgress('pictures', (show) => checkPictures(folder, referenced, problems, show));
}

function printReport(checked: Counts, problems: readonly Problem[]): void {
  for (const [name, count] of Object.entries(checked)) print(`${name.padEnd(10)} ${count}`);
  for (const { problem, count, examples } of problems) {
    print(`${count} ${problem}:`);
    for (const example of examples) print(`  ${example}`);
  }
  if (problems.length === 0) print('No problems found');
}

const EXAMPLES = 5;

/** Lists what looks wrong in the catalog, with the lines that would mend it. */
export const audit = onStore(async ({ switches }, { catalog }) => {
  const checks = await withProgress('games', (show) => auditCatalog(catalog, show));
  if (switches.has('json')) return print(JSON.stringify(checks));
  for (const { name, findings } of checks) {
    print(`${formatCount(findings.length, 'finding')}: ${name}`);
    for (const { text, correction } of findings.slice(0, EXAMPLES))
      print(`  ${text}${correction ? `\n    ${JSON.stringify(correction)}` : ''}`);
    print('');
  }
  print('"ludex audit --json" lists all of them');
});

export const mediaClean = onStore(async ({ config, switches }, store) => {
  const dryRun = switches.has('dry-run');
  const cleaned = await cleanPictures(store, mediaFolder(config), { now: Date.now(), dryRun });
  if (switches.has('json')) return print(JSON.stringify(cleaned));
  const { pictures, files, bytes, kept } = cleaned;
  print(
    `${dryRun ? 'Would remove' : 'Removed'} ${formatCount(pictures, 'picture')} (${formatCount(files, 'file')}, ` +
      `${(bytes / 1e6).toFixed(1)} MB); ${kept} left`,
  );
});
