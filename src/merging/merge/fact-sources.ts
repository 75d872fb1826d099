import { type GameRecord, type Provenance, yearOf } from '../../catalog/model/record.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import type { CatalogReader } from '../../store/catalog/writer.ts';
import type { EntryKind } from '../../store/catalog-rows.ts';
import { findFixedId } from '../../vocabulary/vocabulary.ts';
import { CORRECTIONS, DERIVED, isOfSource, type LayerLine, parseLayer } from '../load/layer-line.ts';

export interface FactSources {
  fact: string;
  /** Empty: a text or a list that is not repeated here. */
  value: string;
  sources: string[];
  /** What other sources state instead. */
  others?: { source: string; value: string }[];
}

type Statements = Map<string, Set<string>>;

/** Which source states which fact: those whose own line has this value, not only those that have the field. */
export async function listFactSources(
  reader: CatalogReader,
  record: GameRecord,
  provenance: Provenance,
): Promise<FactSources[]> {
  const layers = (await reader.listLayers(record.game_id)).filter(isOfSource);
  const said: Statements = new Map();
  const years = new Map<string, string>();
  const idOf = openIds(reader);
  for (const layer of layers) {
    const line = parseLayer(layer);
    await addStatements(idOf, line, (statement) => {
      getOrInsert(said, statement, () => new Set()).add(layer.source);
    });
    const year = firstYear(line);
    if (year && year < (years.get(layer.source) ?? '~')) years.set(layer.source, year);
  }
  const [title, ...rest] = listStated(record, said, provenance);
  return [title as FactSources, ...yearFact(record, years, provenance), ...rest, ...listOthers(provenance)];
}

/** Looks each key up once: a game may have hundreds of releases by the same companies. */
function openIds(reader: CatalogReader) {
  const found = new Map<string, Promise<number | undefined>>();
  return async (kind: EntryKind, key: string) =>
    findFixedId(key) ?? getOrInsert(found, `${kind} ${key}`, () => reader.findId(kind, key));
}

async function addStatements(
  idOf: ReturnType<typeof openIds>,
  { title, alternate_titles = [], genres = [], groups = [], platforms }: LayerLine,
  add: (statement: string) => void,
): Promise<void> {
  const addEntry = async (kind: EntryKind, key: string, role: string = kind) => add(`${role} ${await idOf(kind, key)}`);
  for (const text of [title, ...alternate_titles.map((other) => other.title)]) add(`title ${text}`);
  for (const key of genres) await addEntry('genre', key);
  for (const key of groups) await addEntry('group', key);
  for (const { platform, releases = [] } of platforms) {
    await addEntry('platform', platform);
    for (const { company, role } of releases.flatMap(({ companies }) => companies))
      await addEntry('company', company, role);
  }
}

function firstYear({ platforms }: LayerLine): string | undefined {
  const dates = platforms.flatMap(({ first_release_date, releases = [] }) => [
    first_release_date,
    ...releases.map(({ release_date }) => release_date),
  ]);
  return dates.flatMap((date) => date?.slice(0, 4) ?? []).toSorted()[0];
}

function listStated(record: GameRecord, said: Statements, provenance: Provenance): FactSources[] {
  const { title, alternate_titles, genres, groups, platforms } = record;
  const { fields } = provenance;
  const releases = releaseSources(provenance);
  const fact = (name: string, value: string, statement: string, from: readonly string[] = []) => ({
    fact: name,
    value,
    sources: sourcesOf([...(said.get(statement) ?? [])], from),
  });
  const companies = platforms.flatMap((platform) => platform.releases).flatMap((release) => release.companies);
  const inRole = (role: string) => [
    ...new Map(companies.filter((one) => one.role === role).map((one) => [one.company_id, one.company_name])),
  ];
  return [
    fact('Title', title, `title ${title}`, fields.title),
    ...alternate_titles.map((other) =>
      fact('Other title', other.title, `title ${other.title}`, fields.alternate_titles),
    ),
    ...ROLES.flatMap(([role, name]) => inRole(role).map(([id, text]) => fact(name, text, `${role} ${id}`, releases))),
    ...platforms.map((one) => fact('Platform', one.platform_name, `platform ${one.platform_id}`, releases)),
    ...genres.map((one) => fact('Genre', one.genre_name, `genre ${one.genre_id}`, fields.genres)),
    ...groups.map((one) => fact('Series or theme', one.group_name, `group ${one.group_id}`, fields.groups)),
  ];
}

const ROLES = [
  ['Developed by', 'Developer'],
  ['Published by', 'Publisher'],
] as const;

/** Corrections come first: they override. What no line states was derived, or comes from any source of the field. */
function sourcesOf(stating: readonly string[], ofField: readonly string[]): string[] {
  const corrected = ofField.filter((source) => source === CORRECTIONS);
  if (stating.length > 0 || corrected.length > 0) return [...new Set([...corrected, ...stating])];
  const derived = ofField.filter((source) => source === DERIVED);
  return derived.length > 0 ? derived : [...ofField];
}

function releaseSources({ platforms }: Provenance): string[] {
  const all = Object.values(platforms).flatMap(({ releases = [], corrected = [] }) => [...corrected, ...releases]);
  return [...new Set(all)];
}

/** Sources often differ by a year, so what the others state is worth knowing. */
function yearFact(record: GameRecord, years: ReadonlyMap<string, string>, provenance: Provenance): FactSources[] {
  const year = yearOf(record);
  if (year === undefined) return [];
  const stating = [...years].filter(([, own]) => own === year).map(([source]) => source);
  const others = [...years].filter(([, own]) => own !== year).map(([source, value]) => ({ source, value }));
  const sources = sourcesOf(stating, releaseSources(provenance));
  return [{ fact: 'First release', value: year, sources, others }];
}

const TEXTS: Record<string, string> = {
  description: 'Description',
  official_url: 'Official website',
  catalog_score: 'Score',
};
const OF_PLATFORMS: Record<string, string> = {
  attributes: 'Technical details',
  ratings: 'Ratings',
  patches: 'Patches',
  screenshots: 'Screenshots',
  cover_groups: 'Covers',
};

/** Facts that are long, or that each source has its own part of. */
function listOthers({ fields, platforms }: Provenance): FactSources[] {
  const texts = Object.entries(TEXTS).map(([field, fact]) => ({ fact, value: '', sources: fields[field] ?? [] }));
  const ofPlatforms = Object.entries(OF_PLATFORMS).map(([field, fact]) => {
    const sources = new Set(Object.values(platforms).flatMap((own) => own[field] ?? []));
    return { fact, value: '', sources: [...sources] };
  });
  return [...texts, ...ofPlatforms].filter(({ sources }) => sources.length > 0);
}
