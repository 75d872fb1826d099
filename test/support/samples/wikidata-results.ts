import type { ClaimSketch, ItemSketch } from './wikidata.ts';

/** A result of `docs/wikidata/facts.rq`. */
type ResultRow = Record<string, string>;

const ENTITY = 'http://www.wikidata.org/entity/';
const QUALIFIERS: [property: string, column: string][] = [
  ['P400', 'platform'],
  ['P291', 'place'],
  ['P447', 'reviewer'],
  ['P459', 'method'],
];
const COLUMNS = `item property value valueLabel language statement rank precision platform place date datePrecision
  reviewer method methodLabel`.split(/\s+/);

/** The results about items, with the names of what they refer to. */
export function toResults(items: readonly ItemSketch[], names: readonly ItemSketch[] = []): ResultRow[] {
  const nameOf = new Map(names.map(({ id, label = '' }) => [id, label]));
  return items.flatMap((item) => {
    const fact = (property: string, value: string, more: ResultRow = {}) => ({
      item: ENTITY + item.id,
      property: /^P\d/.test(property) ? ENTITY + property : property,
      value,
      ...more,
    });
    const labels = Object.entries({ ...(item.label !== undefined && { en: item.label }), ...item.labels });
    const aliases = Object.entries(item.aliases ?? {});
    return [
      ...labels.map(([language, label]) => fact('label', label, { language })),
      ...aliases.flatMap(([language, own]) => own.map((alias) => fact('alias', alias, { language }))),
      fact('revision', String(item.revision ?? 1)),
      fact('modified', item.modified ?? '2026-01-02T03:04:05Z'),
      ...Object.entries(item.claims ?? {}).flatMap(([property, claims]) =>
        claims.flatMap((claim, i) =>
          listStatementRows(`${ENTITY}statement/${item.id}-${property}-${i}`, claim, nameOf).map((row) =>
            fact(property, '', row),
          ),
        ),
      ),
    ];
  });
}

/** One row for each combination of qualifiers. */
function listStatementRows(statement: string, sketch: ClaimSketch, nameOf: ReadonlyMap<string, string>): ResultRow[] {
  const { value = '', rank = 'normal', qualifiers = {} } = typeof sketch === 'string' ? { value: sketch } : sketch;
  const base = {
    statement,
    rank: `http://wikiba.se/ontology#${rank.charAt(0).toUpperCase()}${rank.slice(1)}Rank`,
    ...toValue('value', 'precision', value),
    ...(nameOf.has(value) && { valueLabel: nameOf.get(value) as string }),
  };
  let rows: ResultRow[] = [base];
  for (const [property, column] of QUALIFIERS)
    rows = combine(
      rows,
      (qualifiers[property] ?? []).map((id) => ({
        [column]: ENTITY + id,
        ...(column === 'method' && nameOf.has(id) && { methodLabel: nameOf.get(id) as string }),
      })),
    );
  return combine(
    rows,
    (qualifiers.P577 ?? []).map((date) => toValue('date', 'datePrecision', date)),
  );
}

function combine(rows: readonly ResultRow[], others: readonly ResultRow[]): ResultRow[] {
  return others.length === 0 ? [...rows] : rows.flatMap((row) => others.map((other) => ({ ...row, ...other })));
}

/** `1990-04` is the first of April with the precision of a month. */
function toValue(column: string, precisionColumn: string, value: string): ResultRow {
  if (/^Q\d+$/.test(value)) return { [column]: ENTITY + value };
  if (!/^\d{4}(-\d\d){0,2}$/.test(value)) return { [column]: value };
  const [year, month = '01', day = '01'] = value.split('-');
  return { [column]: `${year}-${month}-${day}T00:00:00Z`, [precisionColumn]: String(8 + value.split('-').length) };
}

/** As the query service writes it: with CRLF, and quotes where they are needed. */
export function toCsv(rows: readonly ResultRow[], columns: readonly string[] = COLUMNS): string {
  const quote = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return [columns, ...rows.map((row) => columns.map((column) => quote(row[column] ?? '')))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
}
