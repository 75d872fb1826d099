import type { GameRecord } from '../../catalog/model/record.ts';
import type { Finding } from './finding.ts';

const LEGAL_FORMS =
  /\b(incorporated|inc|limited|ltd|company|co|corporation|corp|gmbh|plc|llc|sa|sarl|srl|spa|bv|ab|oy|pty|kk|ag)\b/g;

interface CompanyCheck {
  add(record: GameRecord): void;
  list(): Finding[];
}

/** Finds names of companies that differ only by legal form, punctuation, spaces or case. */
export function makeCompanyCheck(): CompanyCheck {
  const releases = new Map<string, number>();
  return {
    add: ({ platforms }) => {
      for (const { releases: own } of platforms)
        for (const { companies } of own)
          for (const { company_name } of companies) releases.set(company_name, (releases.get(company_name) ?? 0) + 1);
    },
    list: () =>
      Map.groupBy(releases.keys(), foldCompany)
        .entries()
        .filter(([folded, names]) => folded !== '' && names.length > 1)
        .map(([, names]) => toFinding(names.toSorted((a, b) => (releases.get(b) ?? 0) - (releases.get(a) ?? 0))))
        .toArray(),
  };
}

function foldCompany(name: string): string {
  const words = name.normalize('NFKD').toLowerCase().replaceAll('.', '').replace(LEGAL_FORMS, ' ');
  return words.replace(/^the /, '').replace(/[^\p{Letter}\p{Number}]/gu, '');
}

/** The most frequent name first. */
function toFinding([first, ...others]: string[]): Finding {
  return {
    text: `${first}: ${others.join(', ')}`,
    row: others.map((other) => `${other}\t${first}`).join('\n'),
  };
}
