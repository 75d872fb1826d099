/** The tables of a database: how a new database gets them, and how an older one is upgraded. */
export interface Schema<Connection> {
  version: number;
  /** Creates everything in an empty database. */
  create: string;
  /** By version: the statements that lead from it to the next one. */
  upgrades: Readonly<Record<number, string>>;
  /** By version: fills what its script added and SQL cannot compute. Runs after all scripts, in the same transaction. */
  fills?: Readonly<Record<number, (connection: Connection) => void | Promise<void>>>;
}

/** The scripts that bring a database of this version to the current one. Version 0 is an empty database. */
export function listScripts({ version, create, upgrades }: Schema<never>, from: number): string[] {
  if (from === 0) return [create];
  return Array.from({ length: version - from }, (_, i) => upgrades[from + i] as string);
}

/** What fills a database of this version after its scripts, each once: it writes what the last version needs. */
export function listFills<C>({ version, fills = {} }: Schema<C>, from: number) {
  if (from === 0) return [];
  return [...new Set(Array.from({ length: version - from }, (_, i) => fills[from + i] ?? []).flat())];
}

/** Why a database of this version cannot be used, and what to do about it. */
export function findVersionProblem({ version, upgrades }: Schema<never>, found: number): string | undefined {
  if (found > version)
    return `has schema ${found}, and this Ludex knows schemas up to ${version}: run the newer Ludex that wrote it`;
  const oldest = Math.min(version, ...Object.keys(upgrades).map(Number));
  if (found > 0 && found < oldest)
    return `has schema ${found}, and this Ludex upgrades schemas from ${oldest} on: run an older Ludex on it first`;
  return undefined;
}
