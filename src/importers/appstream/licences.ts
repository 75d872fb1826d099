import { readTable } from '../../vocabulary/tables.ts';
import type { Unknowns } from '../unknowns.ts';

/** The archives of Debian and Ubuntu with only free software. Others, such as non-free, have their own catalogs. */
const FREE_ARCHIVE = /-(main|contrib|universe)$/;

const licences = readTable('appstream-licences.tsv').map(([pattern, free]) => ({
  pattern: new RegExp(`^(?:${pattern})$`, 'i'),
  isFree: free === 'yes',
}));

/** Whether a game is free: by its licence or, if that is missing or unknown, by the archive. */
export function isFree(licence: string | undefined, origin: string, unknowns: Unknowns): boolean {
  return (licence === undefined ? undefined : isFreeExpression(licence, unknowns)) ?? FREE_ARCHIVE.test(origin);
}

/** An SPDX expression is free if all its licences are, or if it is a choice with a free one. */
function isFreeExpression(expression: string, unknowns: Unknowns): boolean | undefined {
  const areFree = listLicences(expression).map((name) => findIsFree(name, unknowns));
  const isChoice = !/\sand\s/i.test(expression);
  if (isChoice && areFree.includes(true)) return true;
  if (areFree.includes(false)) return false;
  return areFree.includes(undefined) ? undefined : true;
}

function listLicences(expression: string): string[] {
  const names = expression.replace(/[()]/g, ' ').split(/\s(?:and|or)\s/i);
  return names.map((name) => name.replace(/\swith\s.*$/i, '').trim());
}

function findIsFree(name: string, unknowns: Unknowns): boolean | undefined {
  const found = licences.find(({ pattern }) => pattern.test(name));
  if (!found) unknowns.add('licence', name);
  return found?.isFree;
}
