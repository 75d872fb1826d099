import { gzipSync } from 'node:zlib';
import { GAMETDB, LAUNCHBOX, ZXDB } from '../../torture/inputs/sources.ts';
import { catalogText, component } from '../support/samples/appstream.ts';
import { csvOf } from '../support/samples/gamedatabase.ts';
import { listXml, machinesXml } from '../support/samples/mame.ts';
import { png } from '../support/samples/pictures.ts';
import { entity, game, toDump } from '../support/samples/wikidata.ts';
import { toCsv, toResults } from '../support/samples/wikidata-results.ts';
import { zipOf } from '../support/samples/zip.ts';

/** What the reader of a page has before: small files in the formats of the sources. */

type Files = Record<string, string | Buffer>;

/** A folder like that of Debian's mame-data, below the home. */
export const MAME_FOLDER = 'mame-data/hash';

const VIRTUAL_BOY = 'Nintendo - Virtual Boy.dat';
const ROM = 'rom ( name "Hop.bin" size 16 crc AAAA0001 )';

const RIDE = game({ id: 'Q900000003', label: 'Ride over Docs' });
const CLIMB = game({ id: 'Q11168', label: 'Climb over Docs' });

export const LISTS: Files = {
  [`${MAME_FOLDER}/nes.xml`]: listXml('nes', [{ name: 'hop', description: 'Hop over Docs (USA)', year: '1987' }]),
  [`${MAME_FOLDER}/c64_cart.xml`]: listXml('c64_cart', [{ name: 'skip', description: 'Skip over Docs', year: '1984' }]),
};

export const SOURCES: Files = {
  ...LISTS,
  [`${MAME_FOLDER}/vboy.xml`]: listXml('vboy', [{ name: 'hop', description: 'Hop (USA)', year: '1995' }]),
  'machines.xml': machinesXml([{ name: 'jump', description: 'Jump over Docs' }]),
  'MAME_SupportFiles/catver.ini/catver.ini': '[Category]\njump=Platform / Run Jump\n',
  'MAME_SupportFiles/series.ini/series.ini': '[Jump]\njump\n',
  'MAME_SupportFiles/category.ini/players.ini': '[2_Players]\njump\n',
  'history.xml':
    '<history version="1"><entry><systems><system name="jump"/></systems><text>Jump (c) 1984</text></entry></history>',
  'GameDataBase/console_nintendo_virtualboy.csv': csvOf([{ title: 'Hop' }]),
  [`libretro-database/metadat/no-intro/${VIRTUAL_BOY}`]: `game (\n\tname "Hop (USA)"\n\t${ROM}\n)\n`,
  [`libretro-database/dat/${VIRTUAL_BOY}`]: `game (\n\tcomment "Hop (USA)"\n\tgenre "Puzzle"\n\t${ROM}\n)\n`,
  'DATs/vb.dat': `<datafile><header><name>Nintendo - Virtual Boy</name></header><game name="Hop (USA)"><rom crc="${'d'.repeat(8)}"/></game></datafile>`,
  'gametdb/wiitdb.zip': zipOf({ 'wiitdb.xml': GAMETDB }),
  'Metadata.zip': zipOf({ 'Metadata.xml': LAUNCHBOX }),
  'ZXDB_mysql.sql.zip': zipOf({ 'ZXDB_mysql.sql': ZXDB }),
  'latest-all.json.gz': gzipSync(toDump([RIDE, CLIMB, game({ label: 'Crawl over Docs' })])),
  'Q11168.json': JSON.stringify({ entities: { Q11168: entity(CLIMB) } }),
  'Q8093.json': JSON.stringify({ entities: { Q8093: entity({ id: 'Q8093', label: 'A company' }) } }),
  'wikidata/facts/aaaa.csv': toCsv(toResults([RIDE])),
  'wikidata/databases/P9043.csv':
    'item,property,value,language\nQ7,P9043,1942,\nQ7,P31,Q7889,\nQ7,P400,Q172742,\nQ7,label,Swim over Docs,en\n',
  'wikidata/entities/aaaa.json': JSON.stringify({ entities: { Q1: entity(game({ label: 'Walk over Docs' })) } }),
  'wikipedia/answers/aaaa.json': JSON.stringify({
    query: {
      pages: [{ title: 'Climb', pageprops: { wikibase_item: 'Q11168' }, extract: 'A game to climb. '.repeat(5) }],
    },
  }),
  'appstream.xml.gz': gzipSync(catalogText([], { origin: 'flatpak' })),
  'debian.xml': catalogText([component({ name: { C: 'Roll over Docs' } })]),
};

export async function makeThumbnails(): Promise<Files> {
  return { 'Nintendo_-_Virtual_Boy/Named_Snaps/Hop (USA).png': await png({ width: 384, height: 224 }) };
}

export async function makePictures(): Promise<Files> {
  const folder = 'my-pictures/nes/The Legend of Zelda';
  return {
    [`${folder}/front (Japan).png`]: await png({ width: 40, height: 60 }),
    [`${folder}/01 - The first cave.png`]: await png({ width: 64, height: 60, colour: '#123456' }),
  };
}
