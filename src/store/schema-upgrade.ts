/** The tables of a database: how a new database gets them, and how an older one is upgraded. */
export interface Schema {
  version: number;
  /** Creates everything in an empty database. */
  create: string;
  /** By version: the statements that lead from it to the next one. */
  upgrades: Readonly<Record<number, string>>;
}

/** The scripts that bring a database of this version to the current one. Version 0 is an empty database. */
export function listScripts({ version, create, upgrades }: Schema, from: number): string[] {
  if (from === 0) return [create];
  return Array.from({ length: version - from }, (_, i) => upgrades[from + i] as string);
}

/** Why a database of this version cannot be used, and what to do about it. */
export function findVersionProblem({ version, upgrades }: Schema, found: number): string | undefined {
  if (found > version)
    return `has schema ${found}, and this Ludex knows schemas up to ${version}: run the newer Ludex that wrote it`;
  const oldest = Math.min(version, ...Object.keys(upgrades).map(Number));
  if (found > 0 && found < oldest)
    return `has schema ${found}, and this Ludex upgrades schemas from ${oldest} on: run an older Ludex on it first`;
  return undefined;
}
