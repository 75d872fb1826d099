import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listXml, machinesXml } from '../../test/support/samples/mame.ts';
import { entity, game } from '../../test/support/samples/wikidata.ts';
import { toCsv, toResults } from '../../test/support/samples/wikidata-results.ts';
import { zipOf } from '../../test/support/samples/zip.ts';
import { dumpOf } from '../../test/support/samples/zxdb.ts';

export type Format = 'xml' | 'csv' | 'json' | 'sql' | 'dat' | 'ini' | 'zip';

/** A small valid file of a source: what mutations start from. */
export interface Sample {
  importer: string;
  format: Format;
  /** The name matters to most importers. */
  file: string;
  content: Buffer;
  /** Flags of the import; one with the value FILE gets the file, beside an unchanged first argument. */
  flags?: Record<string, string>;
}

const LARGEST = 20_000;
const FIXTURES = fileURLToPath(new URL('../../test/fixtures/', import.meta.url));
const sample = (importer: string, format: Format, file: string, content: string | Buffer, flags = {}): Sample => ({
  importer,
  format,
  file,
  content: Buffer.from(content as string),
  flags,
});

const LIST = listXml('nes', [
  {
    name: 'hop',
    description: 'Hop (USA)',
    year: '1990',
    publisher: 'Acme',
    info: { serial: 'NES-HO-USA', release: '19900401' },
    roms: [{ crc: 'abcd0001', sha1: 'a'.repeat(40) }],
  },
  {
    name: 'hopj',
    description: 'ホップ (Japan, Rev A)',
    cloneof: 'hop',
    info: { alt_title: 'ホップ' },
    feature: { pcb: 'NES-NROM' },
  },
]);
const MACHINES = machinesXml([
  { name: 'hop', description: 'Hop' },
  { name: 'hopa', description: 'Hop (set 2)', cloneof: 'hop' },
]);
const WIKIDATA = game({
  labels: { ja: 'ホップ' },
  aliases: { en: ['Hop 1'] },
  claims: {
    P577: [{ value: '1990-04-26', qualifiers: { P400: ['Q172742'], P291: ['Q17'] } }],
    P444: [{ value: '90/100', qualifiers: { P447: ['Q150248'] } }],
    P178: ['Q900000002'],
  },
});
export const GAMETDB = `<?xml version="1.0" encoding="UTF-8"?>
<datafile><WiiTDB version="20260101" games="1"/><game name="Hop (USA) (EN)"><id>RHPE01</id><type></type><region>NTSC-U</region>
<languages>EN</languages><locale lang="EN"><title>Hop</title><synopsis>Hop over.</synopsis></locale><developer>Acme</developer>
<publisher>Nintendo</publisher><date year="2007" month="2" day="12"/><genre>action,platformer</genre>
<rating type="ESRB" value="T"><descriptor>mild violence</descriptor></rating><wi-fi players="0"/><input players="4"/>
<rom version="1.00" name="Hop.iso" size="1" crc="abcd0001" md5="" sha1=""/></game></datafile>`;
export const LAUNCHBOX = `<?xml version="1.0" standalone="yes"?>
<LaunchBox><Game><Name>Hop &amp; Skip</Name><DatabaseID>7</DatabaseID><Platform>Nintendo Virtual Boy</Platform>
<ReleaseDate>1995-08-14T00:00:00-05:00</ReleaseDate><Overview>Hop.</Overview><MaxPlayers>2</MaxPlayers><ESRB>E - Everyone</ESRB>
<CommunityRating>3.6</CommunityRating><CommunityRatingCount>41</CommunityRatingCount><Genres>Action; Platform</Genres>
<Developer>Acme, Inc.</Developer></Game><GameAlternateName><AlternateName>Hopper</AlternateName><DatabaseID>7</DatabaseID>
<Region>Japan</Region></GameAlternateName></LaunchBox>`;
export const ZXDB = dumpOf({
  genretypes: [
    ['id', 'text'],
    [1, 'Arcade Game: Platform'],
  ],
  machinetypes: [
    ['id', 'text'],
    [1, 'ZX-Spectrum 48K'],
  ],
  labeltypes: [
    ['id', 'text'],
    ['.', 'Company: Publisher'],
  ],
  labels: [
    ['id', 'name', 'labeltype_id'],
    [1, "Acme's Soft Ltd", '.'],
  ],
  entries: [
    ['id', 'title', 'genretype_id', 'machinetype_id', 'max_players', 'language_id', 'availabletype_id'],
    [7, 'Hop; "Skip"', 1, 1, 2, 'en', 'A'],
  ],
  releases: [
    ['entry_id', 'release_seq', 'release_year', 'release_month', 'release_day'],
    [7, 0, 1983, 8, null],
  ],
  publishers: [
    ['entry_id', 'release_seq', 'label_id', 'publisher_seq'],
    [7, 0, 1, 1],
  ],
});
const WIKIPEDIA = {
  query: {
    pages: [
      {
        pageid: 1,
        ns: 0,
        title: 'Hop (video game)',
        extract: 'Hop is a 1990 game.',
        lastrevid: 10,
        fullurl: 'https://en.wikipedia.org/wiki/Hop',
        pageprops: { wikibase_item: 'Q900000001' },
      },
    ],
  },
};
const INI =
  '[FOLDER_SETTINGS]\nRootFolderIcon mame\n\n[ROOT_FOLDER]\n\n[Hop]\nhop\nhopa\n\n[NPlayers]\nhop=2P alt\n\n[Category]\nhop=Platform / Run Jump\n';

/** Also the fixtures of the tests, which are cut from real files. */
export const SAMPLES: Sample[] = [
  sample('mame', 'xml', 'nes.xml', LIST),
  sample('mame', 'xml', 'machines.xml', MACHINES, { listxml: 'FILE' }),
  ...['catver', 'series'].map((flag) => sample('mame', 'ini', `${flag}.ini`, INI, { [flag]: 'FILE' })),
  sample('gametdb', 'xml', 'wiitdb.xml', GAMETDB),
  sample('launchbox', 'xml', 'Metadata.xml', LAUNCHBOX),
  sample('launchbox', 'zip', 'Metadata.zip', zipOf({ 'Metadata.xml': LAUNCHBOX })),
  sample('zxdb', 'sql', 'ZXDB_mysql.sql', ZXDB),
  sample('zxdb', 'zip', 'ZXDB_mysql.sql.zip', zipOf({ 'ZXDB_mysql.sql': ZXDB })),
  sample('wikidata', 'json', 'entities.json', JSON.stringify([entity(WIKIDATA)])),
  sample('wikidata', 'csv', 'facts.csv', toCsv(toResults([WIKIDATA]))),
  sample('wikipedia', 'json', 'answers.json', JSON.stringify(WIKIPEDIA)),
  sample('corrections', 'json', 'corrections.jsonl', '{"game":"test:a","title":"Other"}'),
  ...fixtures('mame/new/*.xml', 'mame', 'xml'),
  ...fixtures('gamedatabase/*.csv', 'gamedatabase', 'csv'),
  ...fixtures('libretro/*/*.dat', 'libretro', 'dat'),
  ...fixtures('appstream/*.xml', 'appstream', 'xml'),
  ...fixtures('wikidata/*.json', 'wikidata', 'json'),
];

function fixtures(pattern: string, importer: string, format: Format): Sample[] {
  return globSync(pattern, { cwd: FIXTURES })
    .toSorted()
    .map((path) => sample(importer, format, fileOf(path, importer), readFileSync(join(FIXTURES, path))))
    .filter(({ content }) => content.length < LARGEST);
}

/** The folder of a libretro file says what it has. */
function fileOf(path: string, importer: string): string {
  return importer === 'libretro' ? path.slice('libretro/'.length) : basename(path);
}
