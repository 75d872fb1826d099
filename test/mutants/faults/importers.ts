import type { Faults } from '../fault.ts';

export const IMPORTER_FAULTS: Faults = {
  'importers/dats/convert.ts': [
    ['cloneof ?? (cloneofid && names.get(cloneofid))', 'cloneof', 'importers/dats/convert'],
  ],
  'importers/dumps/releases.ts': [['places.size === 1', 'places.size > 0', 'importers/dumps/dumps']],
  'importers/mame/families.ts': [
    ["if (entry.clones === 'titles' || !entry.hasPublisher) return false;", '', 'importers/mame/families'],
  ],
  'matching/title-rules.ts': [['const LONG_TITLE = 12;', 'const LONG_TITLE = 8;', 'matching/title-rules']],
  'importers/mame/entry.ts': [
    [
      'files.length <= MAX_ROMS_OF_ONE_FILE ? unique(crc32) : []',
      'unique(crc32)',
      'importers/mame/convert',
      'importers/mame/releases',
    ],
  ],
  'importers/libretro/entry.ts': [['statuses.length > 0\n        ? []\n        : ', '', 'importers/libretro/convert']],
  'vocabulary/articles.ts': [['article.endsWith("\'") ?', 'false ?', 'importers/dumps/titles']],
  'importers/dumps/description.ts': [["if (spaced.includes(': ')) return spaced;", '', 'importers/dumps/titles']],
  'vocabulary/companies.ts': [
    ['rows.find((row) => isScoped(row) && holds(row)) ?? ', '', 'vocabulary/companies'],
    ['&& parts.every(isKnown)', '&& parts.some(isKnown)', 'vocabulary/companies'],
    [
      "const family = name === '' ? '' : withoutBranch(companyKey(name));",
      'const family = withoutBranch(companyKey(label));',
      'matching/company-rules',
    ],
  ],
  'importers/libretro/statement.ts': [['[0?-]*)$/i', '[0?-]+)$/i', 'importers/libretro/parsing']],
  'importers/gamedatabase/entry.ts': [
    ['machines.length === 0 ? toDump(', 'machines ? toDump(', 'importers/gamedatabase/convert'],
    [
      'isReleased(statuses) ? date : date?.slice(0, 4)',
      'date',
      'importers/gamedatabase/convert',
      'importers/gamedatabase/parsing',
    ],
  ],
  'importers/wikidata/item.ts': [
    ['precision < DAY ?', 'precision < MONTH ?', 'importers/wikidata/releases'],
    ["rank === 'deprecated' ? undefined : readValue(mainsnak)", 'readValue(mainsnak)', 'importers/wikidata/facts'],
    ['.slice(0, MAX_STATEMENTS)', '', 'importers/wikidata/releases'],
  ],
  'importers/wikidata/releases.ts': [
    ['possible.length === 1 || releases === 1 ? possible : []', 'possible', 'importers/wikidata/releases'],
  ],
  'importers/appstream/component.ts': [
    [
      'href.length <= LONGEST_URL && !findTextProblem(href)',
      'href.length <= LONGEST_URL',
      'importers/appstream/convert',
    ],
    ["'string').filter(isOriginal)", "'string')", 'importers/appstream/convert'],
  ],
  'importers/pictures/find-games.ts': [
    ['if (game && !another) return game;', 'if (game) return game;', 'importers/pictures/convert'],
  ],
  'importers/pictures/layouts.ts': [
    [
      'if (countries.every((country) => country !== undefined))',
      'if (countries.some((country) => country !== undefined))',
      'importers/pictures/convert',
    ],
  ],
  'importers/dumps/dates.ts': [
    ["?.replace(/-01-01$/, '')", '', 'importers/libretro/convert', 'importers/launchbox/convert'],
    [
      'isBetween(day, 31) && new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)',
      'isBetween(day, 31)',
      'importers/mame/parsing',
      'importers/mame/releases',
    ],
  ],
  'importers/dumps/tags.ts': [["country && more[0]?.[0] !== 'notes'", 'country', 'importers/mame/parsing']],
  'folding.ts': [
    ["i > 0 && word !== 'x' && NUMBERS", 'i > 0 && NUMBERS', 'importers/mame/parsing', 'importers/mame/families'],
  ],
  'importers/mame/entry-file.ts': [
    ['heads.sort((a, b) => compareText(a.key, b.key));', '', 'importers/mame/convert', 'importers/mame/families'],
  ],
  'vocabulary/sources.ts': [['const AFTER_CORRECTIONS = 0.5;', 'const AFTER_CORRECTIONS = 99;', 'vocabulary/sources']],
  'importers/wikidata/scores.ts': [
    ['scores.length > 0 ? scores : reviews', 'reviews', 'importers/wikidata/facts'],
    ['reviewer: reviewers[0] ?? value', 'reviewer: value', 'importers/wikidata/facts'],
  ],
  'importers/wikidata/query-results.ts': [
    [
      "Map.groupBy(rows, ({ statement, value = '' }) => statement ?? value)",
      "Map.groupBy(rows, ({ value = '' }) => value)",
      'importers/wikidata/query-results',
    ],
    ['precision = YEAR', "precision = '11'", 'importers/wikidata/query-results'],
    ['!ITEM_ID.test(label)', "label !== ''", 'importers/wikidata/query-results'],
  ],
  'importers/wikipedia/convert.ts': [
    ['rows.toSorted(compare)', 'rows', 'importers/wikipedia/convert'],
    ["'disambiguation' in pageprops", 'false', 'importers/wikipedia/convert'],
  ],
  'importers/wikipedia/text.ts': [['if (kept !== paragraph) break;', '', 'importers/wikipedia/text']],
  'importers/appstream/convert.ts': [
    ['if (element.attributes.merge !== undefined) return;', '', 'importers/appstream/convert'],
  ],
  'importers/gametdb/convert.ts': [["locales.get('EN')?.synopsis ?? ''", "''", 'importers/gametdb/convert']],
  'importers/launchbox/convert.ts': [
    ['const POINTS_PER_STAR = 2;', 'const POINTS_PER_STAR = 1;', 'importers/launchbox/convert'],
  ],
  'importers/zxdb/convert.ts': [['b.votes - a.votes', 'a.votes - b.votes', 'importers/zxdb/convert']],
  'importers/pictures/convert.ts': [['released.length > 0 ? released : own', 'own', 'importers/pictures/libretro']],
  'matching/kind-rules.ts': [
    ['pair.platforms.length > 0 || pair.hasSameCompany || areAmateurs(pair)', 'true', 'matching/kind-rules'],
  ],
  'matching/cluster.ts': [['creating.score < found.score ? creating : found', 'found', 'matching/cluster']],
  'matching/pair.ts': [['b.files.get(file)?.isDisjointFrom(titles)', 'false', 'matching/compare']],
  'matching/evidence.ts': [
    ['attributes.map(consoleOf).find((console) => console !== undefined) ?? ', '', 'matching/port-rules'],
  ],
};
