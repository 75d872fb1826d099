import type { GameRecord } from '../../catalog/model/record.ts';
import type { CatalogReader } from '../../store/catalog-store.ts';
import { makeCompanyCheck } from './company-names.ts';
import { findContradictoryYears } from './contradictory-years.ts';
import type { Finding } from './finding.ts';
import { RECORD_CHECKS } from './record-checks.ts';
import { makeTwinCheck } from './twins.ts';

export interface AuditCheck {
  name: string;
  findings: Finding[];
}

/** Looks through all games for what is probably wrong. Changes nothing. */
export async function auditCatalog(
  reader: CatalogReader,
  gameIds: readonly number[],
  onProgress: (done: number, total: number) => void,
): Promise<AuditCheck[]> {
  const twins = makeTwinCheck();
  const companies = makeCompanyCheck();
  const years: Finding[] = [];
  const checks = RECORD_CHECKS.map(({ name, check }) => ({ name, check, findings: [] as Finding[] }));
  for (const [i, gameId] of gameIds.entries()) {
    onProgress(i, gameIds.length);
    const record = await readRecord(reader, gameId);
    if (!record) continue;
    twins.add(record);
    companies.add(record);
    for (const { check, findings } of checks) findings.push(...check(record));
    years.push(...(await findContradictoryYears(reader, record)));
  }
  return [
    { name: 'twins on one platform in one year', findings: await twins.list(reader) },
    ...checks.map(({ name, findings }) => ({ name, findings })),
    { name: 'games whose sources have years far apart', findings: years },
    { name: 'companies that differ by legal form or punctuation', findings: companies.list() },
  ];
}

async function readRecord(reader: CatalogReader, gameId: number): Promise<GameRecord | undefined> {
  const game = await reader.findGame(gameId);
  return game && (JSON.parse(game.record) as GameRecord);
}
