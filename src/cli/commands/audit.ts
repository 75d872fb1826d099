import { existsSync } from 'node:fs';
import { access, constants, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorError } from '../../errors.ts';
import { type AuditCheck, auditCatalog } from '../../merging/audit/audit.ts';
import type { Finding } from '../../merging/audit/finding.ts';
import { formatCount, type Input, print } from '../kit/command.ts';
import { openProgress } from '../kit/progress.ts';
import { withExistingStore } from '../kit/with-store.ts';

const DEFAULT_EXAMPLES = 5;

/** Lists what looks wrong in the catalog, with the lines that would mend it. */
export async function audit(input: Input): Promise<void> {
  const { config, flags, switches } = input;
  const shown = Number(flags.examples ?? DEFAULT_EXAMPLES);
  if (!Number.isInteger(shown) || shown < 0)
    throw new OperatorError(`--examples must be a whole number, not "${flags.examples}"`);
  const path = flags.corrections;
  // It may be the operator's own file of corrections.
  if (path !== undefined && existsSync(path)) throw new OperatorError(`${path} already exists; name another file`);
  if (path !== undefined) await access(dirname(path), constants.W_OK).catch(refuse(path));
  const checks = await runChecks(config);
  if (switches.has('json')) print(JSON.stringify(checks));
  else for (const check of checks) printCheck(check, shown);
  if (path !== undefined) await writeCorrections(path, checks);
  if (path !== undefined && !switches.has('json'))
    print(
      `The suggestions are in ${path}. Add those that are right to your file of corrections, which must hold all of them, and import that`,
    );
}

async function writeCorrections(path: string, checks: readonly AuditCheck[]): Promise<void> {
  await writeFile(path, listCorrections(checks).join(''), { flag: 'wx' }).catch(refuse(path));
}

function refuse(path: string) {
  return ({ code }: NodeJS.ErrnoException) => {
    throw new OperatorError(`${path} cannot be written (${code}); name another file`);
  };
}

function runChecks(config: Input['config']): Promise<AuditCheck[]> {
  return withExistingStore(config, async ({ catalog }) => {
    const { present } = await catalog.readIndex();
    const progress = openProgress('games');
    return catalog.read((reader) => auditCatalog(reader, present.ids, progress.show)).finally(progress.end);
  });
}

function printCheck({ name, findings }: AuditCheck, shown: number): void {
  print(`${formatCount(findings.length, 'finding')}: ${name}`);
  for (const finding of findings.slice(0, shown)) {
    print(`  ${finding.text}`);
    for (const line of mendingLines(finding)) print(`    ${line}`);
  }
  print('');
}

function mendingLines({ correction, row }: Finding): string[] {
  if (correction) return [JSON.stringify(correction)];
  return row === undefined ? [] : row.split('\n').map((line) => `company-aliases.tsv: ${line}`);
}

function listCorrections(checks: readonly AuditCheck[]): string[] {
  return checks.flatMap(({ findings }) =>
    findings.flatMap(({ correction }) => (correction ? [`${JSON.stringify(correction)}\n`] : [])),
  );
}
