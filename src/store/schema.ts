/** The tables of a database. A new one has schema 1, and one more for each migration. */
export interface Schema<Migration> {
  /** The table with the version. */
  facts: 'facts' | 'catalog_facts';
  /** Creates the tables of the current schema in an empty database. */
  create: string;
  /** The first one leads from schema 1 to 2. All that are missing run in one transaction, which also sets the version. */
  migrations: readonly Migration[];
}

/** The fact of a database that names its version. Those made before 1.0 do not have it. */
export const VERSION_FACT = 'tables_version';
export const UNRELEASED = -1;

export function versionOf({ migrations }: Schema<unknown>): number {
  return 1 + migrations.length;
}

/** Why a database of this version cannot be used, and what to do about it. */
export function findVersionProblem(schema: Schema<unknown>, found: number): string | undefined {
  if (found === UNRELEASED)
    return (
      'was made by a Ludex before 1.0, which this one cannot read: export its catalog there with "ludex export catalog.tar.gz", ' +
      'and import that here with "ludex import catalog.tar.gz"'
    );
  if (found > versionOf(schema))
    return `has schema ${found}, and this Ludex knows schemas up to ${versionOf(schema)}: run the newer Ludex that wrote it`;
  return undefined;
}
