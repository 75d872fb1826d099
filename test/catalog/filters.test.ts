import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listGames, openCatalog } from '../../src/catalog/catalog.ts';
import { type GameRecord, type RecordPlatform, yearOf } from '../../src/catalog/model/record.ts';
import type { Release } from '../../src/catalog/model/resources.ts';
import type { GameFilter } from '../../src/catalog/search/query.ts';
import type { OrderName } from '../../src/catalog/snapshot/sorted-orders.ts';
import { fold, plainCode } from '../../src/folding.ts';
import { type SketchedGame, snapshotOf } from '../support/snapshot.ts';

const RUNS = { numRuns: 200 };
const SORTS = ['id', 'title', 'release', 'modified', 'notability'] as const;
const KINDS = ['pirate', 'hack', 'prototype', 'demo', 'compilation'] as const;
const HAS = ['cover', 'screenshot', 'description', 'score'] as const;

interface StoredGame {
  record: GameRecord;
  modifiedAt: number;
  notability: number;
}

const date = fc.constantFrom('1985', '1985-09', '1985-09-13', '1985-09-14', '1990-02-21', '1990');
const release: fc.Arbitrary<Release> = fc.record({
  release_date: fc.option(date),
  countries: fc.uniqueArray(fc.constantFrom('Japan', 'United States', 'Türkiye'), { maxLength: 2 }),
  companies: fc.array(
    fc.record({
      company_id: fc.integer({ min: 1, max: 3 }),
      company_name: fc.constant('Acme'),
      role: fc.constantFrom('Published by', 'Developed by', 'Ported by'),
    }),
    { maxLength: 2 },
  ),
  description: fc.constantFrom(null, 'Unreleased', 'Prototype'),
  product_codes: fc.array(
    fc.record({
      product_code: fc.constantFrom('SLPS-00700', 'slps 00 700', 'HVC-SM'),
      product_code_type: fc.constant('Code'),
      product_code_type_id: fc.constant(1),
    }),
    { maxLength: 1 },
  ),
});
const kindAttribute = (name: string) => ({
  attribute_id: 1,
  attribute_name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
  attribute_category_id: 1,
  attribute_category_name: 'Kind',
});
const picture = { image: 'x', thumbnail_image: 'x', width: 1, height: 1 };
const platform: fc.Arbitrary<RecordPlatform> = fc
  .record({
    platform_id: fc.integer({ min: 1, max: 3 }),
    kinds: fc.uniqueArray(fc.constantFrom(...KINDS), { maxLength: 1 }),
    releases: fc.array(release, { maxLength: 2 }),
    screenshots: fc.boolean(),
    covers: fc.constantFrom(undefined, 'Front Cover' as const, 'Media' as const),
  })
  .map(({ kinds, releases, screenshots, covers, platform_id }) => ({
    platform_id,
    platform_name: 'P',
    first_release_date: firstDate(releases),
    attributes: kinds.map(kindAttribute),
    releases,
    patches: [],
    ratings: [],
    screenshots: screenshots ? [{ caption: null, ...picture }] : [],
    cover_groups: covers
      ? [
          {
            countries: [],
            comments: null,
            covers: [{ scan_of: covers, ...picture, description: null, comments: null }],
          },
        ]
      : [],
  }));

const game: fc.Arbitrary<StoredGame> = fc
  .record({
    title: fc
      .array(fc.constantFrom('a', 'B', 'é', 'ゴ', '7'), { minLength: 1, maxLength: 2 })
      .map((all) => all.join('')),
    description: fc.constantFrom(null, 'Text'),
    catalog_score: fc.constantFrom(null, 7),
    platforms: fc.uniqueArray(platform, { selector: (one) => one.platform_id, minLength: 1, maxLength: 2 }),
    external_ids: fc.uniqueArray(fc.constantFrom('Q1', 'Q2'), { maxLength: 2 }),
    modifiedAt: fc.nat(3),
    notability: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ modifiedAt, notability, external_ids, ...own }) => ({
    modifiedAt,
    notability,
    record: {
      game_id: 0,
      alternate_titles: [],
      official_url: null,
      num_votes: 1,
      genres: [],
      groups: [],
      ...own,
      external_ids: external_ids.map((id) => ({ source: 'wikidata', id })),
    },
  }));
const catalog = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 60 }), game), {
  selector: ([id]) => id,
  maxLength: 25,
});
type Games = [number, StoredGame][];

const others = {
  platform: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
  title: fc.constant('a'),
  years: fc.constantFrom({ from: 1985, to: 1985 }, { from: 1986, to: 9999 }, { from: 1, to: 1989 }),
  company: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
  country: fc.uniqueArray(fc.constantFrom('japan', 'TÜRKIYE', 'Nowhere'), { maxLength: 2 }),
  product_code: fc.uniqueArray(fc.constantFrom('SLPS00700', 'hvc sm', 'X'), { maxLength: 1 }),
  external_id: fc.uniqueArray(fc.constantFrom('wikidata:Q1', 'wikidata:Q2', 'other:Q1'), { maxLength: 1 }),
  has: fc.uniqueArray(fc.constantFrom(...HAS), { maxLength: 2 }),
  exclude: fc.uniqueArray(fc.constantFrom(...KINDS, 'unreleased' as const), { maxLength: 2 }),
  gameIds: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 20, maxLength: 60 }),
};
/** With more filters at once, few games would match. */
const filter: fc.Arbitrary<GameFilter> = fc
  .tuple(
    fc.record({ match: fc.constantFrom('all', 'any'), role: fc.constantFrom('any', 'published', 'developed') }),
    fc.record(others),
    fc.subarray(Object.keys(others), { maxLength: 2 }),
  )
  .map(([base, all, names]) => {
    const chosen = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
    return { platform: [], genre: [], group: [], title: '', ...base, ...chosen };
  });
const sort = fc
  .tuple(fc.constantFrom(...SORTS), fc.boolean())
  .map(([name, isDescending]) => `${isDescending ? '-' : ''}${name}` as OrderName);

function firstDate(releases: readonly Release[]): string | null {
  const dates = releases.flatMap(({ release_date }) => release_date?.slice(0, 7) ?? []);
  return dates.toSorted((a, b) => (`${a}~` < `${b}~` ? -1 : 1))[0] ?? null;
}

function inOrder(games: Games): StoredGame[] {
  const sorted = games.toSorted(([a], [b]) => a - b);
  return sorted.map(([id, one]) => ({ ...one, record: { ...one.record, game_id: id } }));
}

/** A naive implementation of the filters, over a record. */
function passes({ record }: StoredGame, asked: GameFilter): boolean {
  const releases = record.platforms.flatMap((one) => one.releases);
  const has = (wanted: readonly unknown[] = [], own: readonly unknown[]) =>
    wanted.length === 0 ||
    (asked.match === 'any' ? wanted.some((one) => own.includes(one)) : wanted.every((one) => own.includes(one)));
  const roles = { any: /./, published: /^Published by$/, developed: /^Developed by$/ }[asked.role ?? 'any'];
  const companies = releases.flatMap((one) => one.companies).filter(({ role }) => roles.test(role));
  const year = Number(dateOf(record)?.slice(0, 4) ?? Number.NaN);
  const kindsOf = (one: RecordPlatform) => one.attributes.map(({ attribute_name }) => attribute_name.toLowerCase());
  const isOrdinary = record.platforms.some((one) => kindsOf(one).length === 0);
  const kinds: string[] = isOrdinary ? [] : record.platforms.flatMap(kindsOf);
  const said = releases.map(({ description }) => description);
  if (said.includes('Unreleased') && !said.includes(null)) kinds.push('unreleased');
  const scans = record.platforms.flatMap((one) => one.cover_groups.flatMap(({ covers }) => covers));
  const owned = {
    cover: scans.some(({ scan_of }) => scan_of === 'Front Cover'),
    screenshot: record.platforms.some(({ screenshots }) => screenshots.length > 0),
    description: record.description !== null,
    score: record.catalog_score !== null,
  };
  return (
    has(
      asked.platform,
      record.platforms.map(({ platform_id }) => platform_id),
    ) &&
    has(
      asked.company,
      companies.map(({ company_id }) => company_id),
    ) &&
    has(
      asked.country?.map(fold),
      releases.flatMap(({ countries }) => countries.map(fold)),
    ) &&
    has(
      asked.product_code?.map(plainCode),
      releases.flatMap((one) => one.product_codes.map((code) => plainCode(code.product_code))),
    ) &&
    has(
      asked.external_id,
      (record.external_ids ?? []).map(({ source, id }) => `${source}:${id}`),
    ) &&
    fold(record.title).includes(asked.title) &&
    (!asked.years || (year >= asked.years.from && year <= asked.years.to)) &&
    (!asked.gameIds || asked.gameIds.includes(record.game_id)) &&
    (asked.has ?? []).every((name) => owned[name as keyof typeof owned]) &&
    !(asked.exclude ?? []).some((kind) => kinds.includes(kind))
  );
}

/** The first release as a text that sorts by time, vague dates after precise ones. */
function dateOf({ platforms }: GameRecord): string | undefined {
  const vague = platforms.flatMap((one) => one.first_release_date ?? []).toSorted(byText)[0];
  const all = platforms.flatMap((one) => one.releases.flatMap(({ release_date }) => release_date ?? []));
  return vague && (all.filter((one) => one.startsWith(`${vague}-`)).toSorted(byText)[0] ?? vague);
}

const byText = (a: string, b: string) => (`${a}~` < `${b}~` ? -1 : a === b ? 0 : 1);
const KEYS: Record<(typeof SORTS)[number], (one: StoredGame) => string | number | undefined> = {
  id: ({ record }) => record.game_id,
  title: ({ record }) => fold(record.title),
  release: ({ record }) => dateOf(record),
  modified: ({ modifiedAt }) => modifiedAt,
  notability: ({ notability }) => notability,
};

/** A naive implementation of the orders: unknown keys last, ties by id. */
function compare(order: string): (a: StoredGame, b: StoredGame) => number {
  const sign = order.startsWith('-') ? -1 : 1;
  const key = KEYS[order.replace('-', '') as (typeof SORTS)[number]];
  return (one, other) => {
    const [a, b] = [key(one), key(other)];
    const byId = one.record.game_id - other.record.game_id;
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined) || byId;
    const byKey =
      typeof a === 'number'
        ? a - Number(b)
        : order.endsWith('release')
          ? byText(a, String(b))
          : Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
    return sign * byKey || byId;
  };
}

function sketch({ record, modifiedAt, notability }: StoredGame): SketchedGame {
  const platforms = record.platforms.map(({ platform_id }) => platform_id);
  const year = yearOf(record);
  const years = year === undefined ? [] : [Number(year)];
  return { id: record.game_id, title: record.title, modifiedAt, notability, platforms, years, record };
}

function open(games: readonly StoredGame[]) {
  const snapshot = snapshotOf(games.map(sketch));
  const opened = openCatalog({} as never, {} as never, snapshot, {} as never, 1_000_000);
  return { snapshot, opened, idsAt: (positions: ArrayLike<number>) => Array.from(positions, (at) => snapshot.ids[at]) };
}

test('filters, orders and pages equal a plain scan over the records', () => {
  fc.assert(
    fc.property(
      catalog,
      filter,
      sort,
      fc.nat(10),
      fc.integer({ min: 1, max: 10 }),
      (list, asked, order, offset, limit) => {
        const games = inOrder(list);
        const { snapshot, opened, idsAt } = open(games);
        const found = listGames(opened, snapshot, asked, { sort: order, offset, limit });
        const expected = games.filter((one) => passes(one, asked)).toSorted(compare(order));
        const ids = expected.map(({ record }) => record.game_id);
        assert.equal(found.total, ids.length);
        assert.deepEqual(idsAt(found.positions), ids.slice(offset, offset + limit));
      },
    ),
    RUNS,
  );
});

test('a cursor continues after its game, also in a catalog that has changed since', () => {
  fc.assert(
    fc.property(catalog, catalog, filter, sort, fc.nat(24), (list, changes, asked, order, at) => {
      const games = inOrder(list);
      const before = open(games);
      const all = listGames(before.opened, before.snapshot, asked, { sort: order, offset: 0, limit: 100 });
      if (all.positions.length === 0) return;
      const last = all.positions[at % all.positions.length] as number;
      const after = all.placeAt(at % all.positions.length);
      const same = listGames(before.opened, before.snapshot, asked, { sort: order, after, offset: 0, limit: 100 });
      assert.deepEqual(same.positions, all.positions.slice((at % all.positions.length) + 1));
      assert.equal(same.passed, (at % all.positions.length) + 1);

      const newer = inOrder([...new Map([...list.slice(0, list.length / 2), ...changes])]);
      const later = open(newer);
      const next = listGames(later.opened, later.snapshot, asked, { sort: order, after, offset: 0, limit: 100 });
      const place = games[last] as StoredGame;
      const rest = newer.filter((one) => passes(one, asked) && compare(order)(place, one) < 0);
      const expected = rest.toSorted(compare(order)).map(({ record }) => record.game_id);
      assert.deepEqual(later.idsAt(next.positions), expected);
      assert.equal(next.total, next.passed + expected.length);
    }),
    RUNS,
  );
});
