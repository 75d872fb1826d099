import { readTable } from '../../vocabulary/tables.ts';
import type { Unknowns } from '../unknowns.ts';

/** The parts of Debian and Ubuntu that hold free software alone; others, such as non-free, have their own catalogs. */
const FREE_ARCHIVE = /-(main|contrib|universe)$/;

const licences = readTable('appstream-licences.tsv').map(([pattern, free]) => ({
  pattern: new RegExp(`^(?:${pattern})$`, 'i'),
  isFree: free === 'yes',
}));

/** Whether a game is free: as its licence says, or, where that says nothing, as the archive promises. */
export function isFree(licence: string | undefined, origin: string, unknowns: Unknowns): boolean {
  return (licence === undefined ? undefined : judge(licence, unknowns)) ?? FREE_ARCHIVE.test(origin);
}

/** An SPDX expression: all its licences are free, or it leaves a choice with a free one. */
function judge(expression: string, unknowns: Unknowns): boolean | undefined {
  const verdicts = listLicences(expression).map((name) => findVerdict(name, unknowns));
  const isChoice = !/\sand\s/i.test(expression);
  if (isChoice && verdicts.includes(true)) return true;
  if (verdicts.includes(false)) return false;
  return verdicts.includes(undefined) ? undefined : true;
}

function listLicences(expression: string): string[] {
  const names = expression.replace(/[()]/g, ' ').split(/\s(?:and|or)\s/i);
  return names.map((name) => name.replace(/\swith\s.*$/i, '').trim());
}

function findVerdict(name: string, unknowns: Unknowns): boolean | undefined {
  const found = licences.find(({ pattern }) => pattern.test(name));
  if (!found) unknowns.add('licence', name);
  return found?.isFree;
}
