/** The rows of each table: an array has the columns first. */
export type Dump = Record<string, (string | number | null)[][]>;

/** A dump as the source publishes it, written by a client of MariaDB. */
export function dumpOf(tables: Dump): string {
  const parts = Object.entries(tables).map(([table, [columns = [], ...rows]]) => {
    const names = columns.map((name) => `\`${name}\``);
    return `-- Dumping structure for table zxdb.${table}
CREATE TABLE IF NOT EXISTS \`${table}\` (
${names.map((name) => `  ${name} varchar(250) COLLATE utf8_unicode_ci NOT NULL,`).join('\n')}
  PRIMARY KEY (\`id\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8 COLLATE=utf8_unicode_ci COMMENT='Isn''t; it';

-- Dumping data for table zxdb.${table}: ~${rows.length} rows (it's approximate)
/*!40000 ALTER TABLE \`${table}\` DISABLE KEYS */;
INSERT INTO \`${table}\` (${names.join(', ')}) VALUES
${rows.map((row) => `\t(${row.map(toSql).join(', ')})`).join(',\n')};
/*!40000 ALTER TABLE \`${table}\` ENABLE KEYS */;
`;
  });
  return `-- --------------------------------------------------------\n/*!40101 SET NAMES utf8 */;\nUSE \`zxdb\`;\n\n${parts.join('\n')}`;
}

function toSql(value: string | number | null): string {
  if (value === null) return 'NULL';
  return typeof value === 'number'
    ? String(value)
    : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}
