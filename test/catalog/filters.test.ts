import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listGames, openCatalog } from '../../src/catalog/catalog.ts';
import { countFacetValues, countYears } from '../../src/catalog/search/browse.ts';
import { type GameFilter, matchGames } from '../../src/catalog/search/query.ts';
import type { Facet } from '../../src/catalog/snapshot/snapshot.ts';
import type { OrderName } from '../../src/catalog/snapshot/sorted-orders.ts';
import { fold } from '../../src/folding.ts';
import { dateNumber, FLAGS, type Flag, hashTerm, TERMS } from '../../src/store/game-filters.ts';
import { snapshotOf } from '../support/samples/snapshot.ts';

const RUNS = { numRuns: 200 };
const SORTS = ['id', 'title', 'release', 'modified', 'notability'] as const;
const KINDS = ['pirate', 'hack', 'prototype', 'unreleased'] as const;
const HAS = ['cover', 'screenshot', 'description', 'score'] as const;

const DATES = [undefined, '1985', '1985-09', '1985-09-13', '1985-09-14', '1990-02-21', '1990'] as const;

const ids = (most: number) => fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: most });
const game = fc.record({
  title: fc.array(fc.constantFrom('a', 'B', 'é', 'ゴ', '7'), { minLength: 1, maxLength: 2 }).map((all) => all.join('')),
  platforms: ids(2),
  genres: ids(2),
  groups: ids(1),
  published: ids(1),
  developed: ids(1),
  credited: ids(1),
  countries: fc.uniqueArray(fc.constantFrom('Japan', 'Türkiye'), { maxLength: 2 }),
  codes: fc.uniqueArray(fc.constantFrom('SLPS-00700', 'HVC-SM'), { maxLength: 1 }),
  externalIds: fc.uniqueArray(fc.constantFrom('wikidata:Q1', 'wikidata:Q2'), { maxLength: 2 }),
  flags: fc.subarray<Flag>([...HAS, ...KINDS]),
  /** Of the first release on platform 1, 2 and 3, if the game is there. */
  dates: fc.tuple(fc.constantFrom(...DATES), fc.constantFrom(...DATES), fc.constantFrom(...DATES)),
  modifiedAt: fc.nat(3),
  notability: fc.integer({ min: 1, max: 4 }),
});
const catalog = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 60 }), game), {
  selector: ([id]) => id,
  maxLength: 25,
});
type Games = [number, typeof game extends fc.Arbitrary<infer G> ? G : never][];
type Game = Games[number][1] & { id: number; date?: string | undefined; years?: number[] };

const others = {
  platform: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
  genre: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
  group: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
  title: fc.constant('a'),
  years: fc.constantFrom({ from: 1985, to: 1985 }, { from: 1986, to: 9999 }, { from: 1, to: 1989 }),
  company: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
  country: fc.uniqueArray(fc.constantFrom('japan', 'TÜRKIYE', 'Nowhere'), { maxLength: 2 }),
  product_code: fc.uniqueArray(fc.constantFrom('SLPS00700', 'hvc sm', 'X'), { maxLength: 1 }),
  external_id: fc.uniqueArray(fc.constantFrom('wikidata:Q1', 'wikidata:Q2', 'other:Q1'), { maxLength: 1 }),
  has: fc.uniqueArray(fc.constantFrom(...HAS), { maxLength: 2 }),
  exclude: fc.uniqueArray(fc.constantFrom(...KINDS), { maxLength: 2 }),
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
const directed = SORTS.flatMap((name): OrderName[] => [name, `-${name}`]);
const sort = fc.constantFrom<OrderName[]>(...directed);

function inOrder(games: Games): Game[] {
  return games.toSorted(([a], [b]) => a - b).map(([id, one]) => ({ ...one, id }));
}

/** The game with the date of its first release, on these platforms if there are any, and the years on each of these. */
function releasedOn(platforms: readonly number[]): (one: Game) => Game {
  return (one) => {
    const wanted = one.platforms.filter((platform) => platforms.length === 0 || platforms.includes(platform));
    const dates = wanted.flatMap((platform) => one.dates[platform - 1] ?? []);
    // Vague dates come after precise ones.
    const sorted = dates.toSorted((a, b) => (`${a}~` < `${b}~` ? -1 : 1));
    const years = (platforms.length === 0 ? sorted.slice(0, 1) : sorted).map((date) => Number(date.slice(0, 4)));
    // Nobody knows where the games came out first: all are ports.
    const loss = platforms.length === 0 ? 0 : Math.round(60 * Math.log2(Math.max(1, one.platforms.length)));
    return { ...one, date: sorted[0], years, notability: one.notability - loss };
  };
}

/** A naive implementation of the filters. */
function passes(one: Game, asked: GameFilter): boolean {
  const has = (wanted: readonly unknown[] = [], own: readonly unknown[]) =>
    wanted.length === 0 ||
    (asked.match === 'any'
      ? wanted.some((value) => own.includes(value))
      : wanted.every((value) => own.includes(value)));
  const { role = 'any', years } = asked;
  const companies = role === 'any' ? [...one.published, ...one.developed, ...one.credited] : one[role];
  const codeOf = (code: string) => code.toUpperCase().replaceAll(/[ -]/g, '');
  return (
    has(asked.platform, one.platforms) &&
    has(asked.genre, one.genres) &&
    has(asked.group, one.groups) &&
    has(asked.company, companies) &&
    has(asked.country?.map(fold), one.countries.map(fold)) &&
    has(asked.product_code?.map(codeOf), one.codes.map(codeOf)) &&
    has(asked.external_id, one.externalIds) &&
    fold(one.title).includes(asked.title) &&
    (!years || one.years?.some((year) => year >= years.from && year <= years.to) === true) &&
    (!asked.gameIds || asked.gameIds.includes(one.id)) &&
    (asked.has ?? []).every((name) => one.flags.includes(name)) &&
    !(asked.exclude ?? []).some((name) => one.flags.includes(name))
  );
}

const KEYS: Record<(typeof SORTS)[number], (one: Game) => string | number | undefined> = {
  id: ({ id }) => id,
  title: ({ title }) => fold(title),
  release: ({ date }) => date && `${date}~`,
  modified: ({ modifiedAt }) => modifiedAt,
  notability: ({ notability }) => notability,
};

/** A naive implementation of the orders: unknown keys last, ties by id. */
function compare(order: string): (a: Game, b: Game) => number {
  const sign = order.startsWith('-') ? -1 : 1;
  const key = KEYS[order.replace('-', '') as (typeof SORTS)[number]];
  return (one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === undefined || b === undefined)
      return Number(a === undefined) - Number(b === undefined) || one.id - other.id;
    const byKey = typeof a === 'number' ? a - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
    return sign * byKey || one.id - other.id;
  };
}

function open(games: readonly Game[]) {
  const snapshot = snapshotOf(
    games.map(({ countries, codes, externalIds, flags, dates, ...own }) => ({
      ...own,
      terms: [countries.map(TERMS.country), codes.map(TERMS.code), externalIds.map(TERMS.externalId)]
        .flat()
        .map(hashTerm),
      flags: flags.reduce((bits, flag) => bits | FLAGS[flag], 0),
      release: dateNumber(releasedOn([])({ ...own, countries, codes, externalIds, flags, dates }).date),
      dates: own.platforms.map((platform) => dateNumber(dates[platform - 1])),
    })),
  );
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
        const dated = games.map(releasedOn(asked.platform));
        const expected = dated.filter((one) => passes(one, asked)).toSorted(compare(order));
        const ids = expected.map(({ id }) => id);
        assert.equal(found.total, ids.length);
        assert.deepEqual(idsAt(found.positions), ids.slice(offset, offset + limit));
      },
    ),
    RUNS,
  );
});

test('a cursor continues after its game, also in a catalog that has changed since', () => {
  fc.assert(
    fc.property(
      catalog,
      catalog,
      filter,
      fc.constantFrom(...directed),
      fc.nat(24),
      (list, changes, asked, order, at) => {
        const games = inOrder(list).map(releasedOn(asked.platform));
        const before = open(inOrder(list));
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
        const place = games[last] as Game;
        const rest = newer
          .map(releasedOn(asked.platform))
          .filter((one) => passes(one, asked) && compare(order)(place, one) < 0);
        const expected = rest.toSorted(compare(order)).map(({ id }) => id);
        assert.deepEqual(later.idsAt(next.positions), expected);
        assert.equal(next.total, next.passed + expected.length);
      },
    ),
    RUNS,
  );
});

test('platforms, years and decades count the matching games', () => {
  fc.assert(
    fc.property(catalog, filter, (list, asked) => {
      const { snapshot } = open(inOrder(list));
      const matches = matchGames(snapshot, asked);
      const left = inOrder(list)
        .map(releasedOn(asked.platform))
        .filter((one) => passes(one, asked));
      const count = (ids: number[]) =>
        [...new Set(ids)]
          .toSorted((a, b) => a - b)
          .map((id) => ({ id, count: ids.filter((one) => one === id).length }));
      const counts = (facet: Facet) => countFacetValues(facet, matches, list.length);
      assert.deepEqual(counts(snapshot.platform), count(left.flatMap(({ platforms }) => platforms)));
      const years = left.flatMap(({ date }) => (date ? Number(date.slice(0, 4)) : []));
      assert.deepEqual(countYears(snapshot, asked.platform, matches), count(years));
      const decades = count(years.map((year) => year - (year % 10)));
      assert.deepEqual(countYears(snapshot, asked.platform, matches, 10), decades);
    }),
    RUNS,
  );
});
