import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { childrenOf, readXml, textOf, type XmlElement } from '../../src/importers/xml.ts';
import { DISC } from '../support/samples/catalog.ts';
import { discImage } from '../support/samples/disc-image.ts';
import { writeSource } from '../support/samples/sources.ts';
import { zipOf } from '../support/samples/zip.ts';
import { runHere } from '../support/servers/command.ts';
import { settingsOf } from '../support/servers/engines.ts';
import { listen } from '../support/servers/free-port.ts';
import { startProgram } from '../support/servers/program.ts';
import { startServer } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

/** Names of folders in several frontends, with their platforms. */
const FOLDERS: Record<string, string> = {
  snes: 'SNES',
  nes: 'NES',
  megadrive: 'Genesis',
  'Nintendo - Game Boy': 'Game Boy',
  gba: 'Game Boy Advance',
  psx: 'PlayStation',
  mastersystem: 'SEGA Master System',
  pcengine: 'TurboGrafx-16',
  n64: 'Nintendo 64',
  arcade: 'Arcade',
};
const keyOf = (platform: string) => `platform:${platform.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
const contents = (folder: string, i: number) => Buffer.from(`${folder} ${i} `.repeat(100));
const sha1 = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex');

const game = (title: string, platform: string, release: object = {}) => ({
  key: `test:${platform} ${title}`,
  title,
  platforms: [
    {
      platform: keyOf(platform),
      releases: [{ release_date: '1990-11', countries: ['Japan'], companies: [], product_codes: [], ...release }],
    },
  ],
});
const code = (product_code: string) => ({
  countries: ['United States'],
  product_codes: [{ product_code, product_code_type: 'Sony PN' }],
});

/** Of each platform. */
const FILES = 9;
const HASHED = Object.entries(FOLDERS).flatMap(([folder, platform]) =>
  Array.from({ length: FILES }, (_, i) => {
    const dumps = [{ name: `${platform} ${i} (Japan).bin`, sha1: sha1(contents(folder, i)) }];
    return game(`${platform} Quest ${i}`, platform, { dumps });
  }),
);
/** A picture that the catalog only links to. */
const pictures = createServer((_request, response) => response.end(DISC.bytes));
const link = `http://localhost:${await listen(pictures, 'localhost')}/a.png`;
const FRONT = { countries: [], covers: [{ scan_of: 'Front Cover', file: DISC.file }] };
const server = await startServer(
  {},
  {
    platforms: Object.values(FOLDERS).map((platform_name) => ({ key: keyOf(platform_name), platform_name })),
    companies: [
      { key: 'company:maker', company_name: 'Maker & Sons' },
      { key: 'company:shop', company_name: 'Shop' },
    ],
    groups: [{ key: 'group:caves', group_name: 'Caves' }],
    games: [
      ...HASHED,
      {
        ...game('The Cave: Home <again>', 'SNES', {
          release_date: '1992-03-04',
          companies: [
            { company: 'company:maker', role: 'Developed by' },
            { company: 'company:shop', role: 'Published by' },
          ],
        }),
        key: 'test:cave',
        alternate_titles: [{ title: 'Das Loch', description: 'German title' }],
        description: 'Dig & <dig>.\n\nThen rest.',
        catalog_score: 8.4,
        num_votes: 3,
        groups: ['group:caves'],
      },
      game('Disc Story', 'PlayStation', code('SLUS-00755')),
      game('Hand Heroes', 'Game Boy Advance', code('AGB-AXVE-USA')),
      { ...game('Muncher', 'Arcade'), key: 'mame:arcade/munch' },
    ],
    media: [
      {
        key: 'test:cave',
        platform: 'platform:snes',
        screenshots: [{ caption: null, image: link, thumbnail_image: link, width: 10, height: 20 }],
        cover_groups: [FRONT],
      },
    ],
  },
);
const settings = settingsOf(server.config);
const scrape = (...args: string[]) => runHere(['scrape', ...args], settings);
const remote = ['--server', server.url, '--key', server.key];

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

/** Every file with its contents and time, to see what a run wrote. */
const stateOf = (folder: string) =>
  globSync('**/*', { cwd: folder })
    .toSorted()
    .map((path) => {
      const stats = statSync(join(folder, path));
      return [path, stats.mtimeMs, stats.isFile() ? sha1(readFileSync(join(folder, path))) : ''];
    });

async function listNames(path: string): Promise<string[]> {
  const games: XmlElement[] = [];
  await readXml(path, { roots: ['gameList'], entries: ['game'], onEntry: (entry) => void games.push(entry) }, () => {});
  return games.map((one) => ['path', 'name'].map((name) => textOf(childrenOf(one, name)[0])).join(' '));
}

test('files of ten platforms become lists by their hashes, here and by a server; a second run writes nothing', async () => {
  const paths = Array.from({ length: FILES }, (_, i) => `${i % 3 === 0 ? 'sub/' : ''}file ${i}.bin`);
  const files = Object.keys(FOLDERS).flatMap((folder) =>
    paths.map((path, i) => [`${folder}/${path}`, contents(folder, i)] as const),
  );
  const folder = writeSource(Object.fromEntries(files));
  const lists = Object.keys(FOLDERS).map((name) => join(folder, name, 'gamelist.xml'));
  const run = async (...flags: string[]) => {
    const { code: exit, stdout, stderr } = await scrape(folder, ...flags);
    assert.deepEqual([exit, stderr], [0, '']);
    assert.equal(stdout.match(/9 of 9 files identified \(9 by hash\)/g)?.length, 10);
    return lists.map((list) => read(list));
  };
  const there = await run(...remote);
  for (const list of lists) rmSync(list);
  assert.deepEqual(await run(), there);
  for (const [name, platform] of Object.entries(FOLDERS)) {
    const names = await listNames(join(folder, name, 'gamelist.xml'));
    assert.deepEqual(names.toSorted(), paths.map((path, i) => `./${path} ${platform} Quest ${i}`).toSorted());
  }
  const before = stateOf(folder);
  assert.match((await scrape(folder)).stdout, /snes: 9 of 9 .*\n {2}\S+gamelist\.xml: unchanged\n/);
  assert.deepEqual(stateOf(folder), before);
});

const CAVE = { 'snes/Das_Loch (Germany) [!].sfc': 'x' };
const DESCRIPTION = 'Dig &amp; &lt;dig&gt;.\n\nThen rest.';

test('a list says what the catalog knows, with pictures beside it', async () => {
  const folder = writeSource(CAVE);
  await scrape(folder, '--media');
  const picture = './images/Das_Loch (Germany) [!]';
  assert.equal(
    read(folder, 'snes/gamelist.xml'),
    `<?xml version="1.0"?>
<gameList>
\t<game>
\t\t<path>./Das_Loch (Germany) [!].sfc</path>
\t\t<name>Das Loch</name>
\t\t<desc>${DESCRIPTION}</desc>
\t\t<rating>0.84</rating>
\t\t<releasedate>19920304T000000</releasedate>
\t\t<developer>Maker &amp; Sons</developer>
\t\t<publisher>Shop</publisher>
\t\t<family>Caves</family>
\t\t<image>${picture}-image.png</image>
\t\t<thumbnail>${picture}-thumb.png</thumbnail>
\t\t<cover>${picture}-thumb.png</cover>
\t\t<screenshot>${picture}-image.png</screenshot>
\t</game>
</gameList>
`,
  );
  for (const name of ['thumb', 'image'])
    assert.deepEqual(readFileSync(join(folder, 'snes', `${picture}-${name}.png`)), DISC.bytes);
});

const NAME = 'Das_Loch (Germany) [!]';
/** What each format writes, in a folder beside the library: the list, and where the pictures are. */
const FORMATS: [format: string, list: string, expected: RegExp, pictures: string[]][] = [
  [
    'es-de',
    'out/gamelists/snes/gamelist.xml',
    /<path>\.\/Das_Loch[^<]+<\/path>\n\t\t<name>Das Loch<\/name>[\s\S]*<publisher>Shop<\/publisher>\n\t<\/game>/,
    [`out/downloaded_media/snes/covers/${NAME}.png`, `out/downloaded_media/snes/screenshots/${NAME}.png`],
  ],
  [
    'pegasus',
    'snes/metadata.pegasus.txt',
    /^collection: snes\nextensions: sfc\n\ngame: Das Loch\nfile: \.\/Das_Loch[^\n]+\ndeveloper: Maker & Sons\npublisher: Shop\nrelease: 1992-03-04\nrating: 84%\ndescription: Dig & <dig>\.\n {2}\.\n {2}Then rest\.\nassets.boxFront: \.\/media/,
    [`snes/media/${NAME}/boxFront.png`, `snes/media/${NAME}/screenshot.png`],
  ],
  [
    'launchbox',
    'out/Data/Platforms/Super Nintendo Entertainment System.xml',
    /<ApplicationPath>\.\.\/snes\/Das_Loch[\s\S]*<ID>[\da-f-]{36}<\/ID>\n\t\t<Title>Das Loch<\/Title>[\s\S]*<CommunityStarRating>4\.20<[\s\S]*<ReleaseDate>1992-03-04T00:00:00Z</,
    [
      'out/Images/Super Nintendo Entertainment System/Box - Front/Das Loch-01.png',
      'out/Images/Super Nintendo Entertainment System/Screenshot - Gameplay/Das Loch-01.png',
    ],
  ],
  [
    'csv',
    'snes/ludex.csv',
    /^file,game_id,name,[^\n]+\r\nDas_Loch[^\n]+,Das Loch,"Dig & <dig>\.\n\nThen rest\.",0\.84,1992-03-04,Maker & Sons,Shop,,,Caves,/,
    [],
  ],
  ['json', 'snes/ludex.json', /"name":"Das Loch",.+"by":"title"/, []],
];

test('each format has its own list and places of pictures, and a second run writes nothing', async () => {
  for (const [format, list, expected, pictures] of FORMATS) {
    const folder = writeSource(CAVE);
    const output = ['es-de', 'launchbox'].includes(format) ? ['--output', join(folder, 'out')] : [];
    const run = () => scrape(join(folder, 'snes'), '--format', format, '--media', ...output);
    assert.equal((await run()).stderr, '', format);
    assert.match(read(folder, list), expected);
    for (const picture of pictures) assert.deepEqual(readFileSync(join(folder, picture)), DISC.bytes, picture);
    const before = stateOf(folder);
    assert.match((await run()).stdout, /: unchanged\n/);
    assert.deepEqual(stateOf(folder), before, format);
  }
});

/** As users and programs leave it: two roots, a comment, a bare ampersand, other elements and entries, no spaces. */
const EDITED = `<?xml version="1.0"?>\r
<alternativeEmulator><label>bsnes</label></alternativeEmulator>\r
<gameList>\r
  <!-- <game> mine -->\r
  <game id="7"><path>${'./'}${NAME}.sfc</path>\r
    <name>My & own name</name>\r
    <desc></desc>\r
    <favorite>true</favorite></game>\r
  <game><path>./gone.sfc</path><name>Gone</name></game>\r
  <folder><path>./sub</path></folder>\r
</gameList>\r
`;

test('an edited list keeps everything in it and gets what it lacks; with --overwrite, also other values', async () => {
  const folder = writeSource({ ...CAVE, 'snes/file 1.sfc': contents('snes', 1), 'snes/gamelist.xml': EDITED });
  await scrape(folder);
  const filled = read(folder, 'snes/gamelist.xml');
  const own = `<desc>${DESCRIPTION}</desc>`;
  const rest = EDITED.replace('<desc></desc>', own).split(/(?=<\/game>\r\n {2}<game><path>\.\/gone|\r\n<\/gameList>)/);
  let at = 0;
  for (const part of rest) {
    at = filled.indexOf(part, at);
    assert.ok(at !== -1, `${part} is in ${filled}`);
    at += part.length;
  }
  assert.match(filled, /<favorite>true<\/favorite>\r\n {4}<rating>0\.84<\/rating>/);
  assert.match(filled, /<\/folder>\r\n\t<game>\r\n\t\t<path>\.\/file 1\.sfc<\/path>/);
  await scrape(folder, '--overwrite');
  assert.equal(read(folder, 'snes/gamelist.xml'), filled.replace('My & own name', 'Das Loch'));
});

test('games of a Pegasus list stay as they are, and others are added', async () => {
  const own = `# mine\ncollection: SNES\nlaunch: snes9x\n\ngame: Mine\nfiles:\n  ${NAME}.sfc\nx-note: a\n  b`;
  const folder = writeSource({ ...CAVE, 'snes/file 1.sfc': contents('snes', 1), 'snes/metadata.pegasus.txt': own });
  await scrape(folder, '--format', 'pegasus');
  assert.equal(
    read(folder, 'snes/metadata.pegasus.txt'),
    `${own}\n\ngame: SNES Quest 1\nfile: ./file 1.sfc\nrelease: 1990-11\n`,
  );
});

const header = (length: number, ...texts: [at: number, text: string][]) => {
  const bytes = Buffer.alloc(length);
  for (const [at, text] of texts) bytes.write(text, at, 'latin1');
  return bytes;
};
const LOGO: [at: number, text: string] = [4, '\x24\xff\xae\x51'];
/** Files with the title that they get, and by what. */
const WAYS: [path: string, bytes: Buffer | string, title: string, by: string][] = [
  ['psx/a.iso', discImage('SYSTEM.CNF;1', 'BOOT = cdrom:\\SLUS_007.55;1'), 'Disc Story', 'product code'],
  ['psx/b.img', discImage('SYSTEM.CNF;1', 'BOOT=cdrom:\\EXE\\SLUS_007.55', true), 'Disc Story', 'product code'],
  ['gba/c.gba', header(0x200, LOGO, [0xac, 'AXVE01']), 'Hand Heroes', 'product code'],
  ['nes/d.zip', zipOf({ 'a.txt': 'x', 'b.nes': String(contents('nes', 4)) }), 'NES Quest 4', 'hash'],
  ['arcade/munch.zip', zipOf({ 'chip.1': 'x' }), 'Muncher', 'set name'],
  ['snes/Cave, The - Home Again (USA) (Disc 2).7z', 'x', 'The Cave: Home <again>', 'title'],
];

test('a file is found by its hash, a product code in it, the name of its set or its title, and each says why', async () => {
  const folder = writeSource(Object.fromEntries(WAYS));
  const { stdout } = await scrape(folder, '--verbose');
  for (const [path, , title, by] of WAYS) {
    assert.ok(stdout.includes(`  ${path.replace(/^\w+\//, '')}: ${title}, because it `), `${path} in ${stdout}`);
    assert.match(stdout, new RegExp(`${dirname(path)}: .*${by}`));
  }
  assert.match(read(folder, 'snes/gamelist.xml'), /<name>The Cave: Home &lt;again&gt; \(Disc 2\)<\/name>/);
});

test('the files that a sheet names belong to it, and its discs to a playlist', async () => {
  const disc = discImage('SYSTEM.CNF;1', 'BOOT = cdrom:\\SLUS_007.55;1', true);
  const folder = writeSource({
    'psx/one.cue': 'FILE "one (Track 1).bin" BINARY\r\n  TRACK 01 MODE2/2352\r\nFILE two.bin BINARY\r\n',
    'psx/one (Track 1).bin': disc,
    'psx/two.bin': 'x',
    'psx/all.m3u': '# discs\none.cue\n',
    'psx/itself.m3u': 'itself.m3u\n',
  });
  const { stdout } = await scrape(folder, '--verbose');
  assert.match(stdout, /psx: 1 of 2 files identified \(1 by product code\)\n {2}all\.m3u: Disc Story/);
});

test('the platform is that of the folder, of the one around "roms", or that of --platform', async () => {
  const folder = writeSource({ 'snes/roms/Das Loch.sfc': 'x', 'mine/Das Loch.sfc': 'x' });
  await scrape(join(folder, 'snes/roms'));
  await scrape(join(folder, 'mine'), '--platform', 'Super Famicom');
  for (const path of ['snes/roms', 'mine'])
    assert.deepEqual(await listNames(join(folder, path, 'gamelist.xml')), ['./Das Loch.sfc Das Loch']);
});

test('a dry run writes nothing', async () => {
  const folder = writeSource(CAVE);
  const before = stateOf(folder);
  const { stdout } = await scrape(folder, '--media', '--dry-run');
  assert.match(stdout, /gamelist\.xml: 1 new game, 0 with new values \(dry run: not written\)/);
  assert.deepEqual(stateOf(folder), before);
});

const CUT = '<gameList><game><path>./a.sfc</path>';
const MISTAKES: [files: Record<string, string | Buffer>, args: string[], message: RegExp][] = [
  [
    { 'x/a.bin': 'x' },
    [],
    /No name of a platform, so skipped in \S+: x\nludex: No folder in .* has the name of a platform; name it/,
  ],
  [{ 'snes/a.sfc': 'x' }, ['--platform', 'nothing'], /"nothing" is no platform/],
  [{ 'snes/a.sfc': 'x' }, ['--format', 'launchbx'], /--format must be one of gamelist, es-de, /],
  [{ 'snes/a.sfc': 'x' }, ['--format', 'launchbox'], /launchbox needs --output FOLDER/],
  [{ 'snes/a.sfc': 'x' }, ['--output', 'x'], /--output is for es-de and launchbox/],
  [{ 'snes/a.sfc': 'x' }, ['--key', 'x'], /--key needs --server/],
  [{ 'snes/a.sfc': 'x' }, ['--server', server.url, '--key', 'x'], /answered 401: A valid API key is needed/],
  [
    { 'snes/gamelist.xml': CUT },
    [],
    /gamelist\.xml is damaged: it ends before <\/game>; it was left as it is: repair it/,
  ],
  [{ 'snes/gamelist.xml': `${CUT}</ga` }, [], /is damaged: it ends within a tag/],
  [{ 'snes/gamelist.xml': '<gameList></game>' }, [], /is damaged: <\/game> where <\/gameList> was expected/],
  [{ 'snes/gamelist.xml': '<games/>' }, [], /gamelist\.xml has no <gameList>/],
  [{ 'snes/gamelist.xml': Buffer.from('<gameList>\xff</gameList>', 'latin1') }, [], /gamelist\.xml is not UTF-8/],
  [{ 'snes/metadata.pegasus.txt': 'nothing' }, ['--format', 'pegasus'], /pegasus\.txt is damaged in line 1/],
];

test('each mistake gets a sentence, and a damaged list stays as it is while the others are written', async () => {
  for (const [files, args, message] of MISTAKES) {
    const folder = writeSource(files);
    const before = stateOf(folder);
    const { code: exit, stderr } = await scrape(folder, ...args);
    assert.equal(exit, 1);
    assert.match(stderr, message);
    assert.deepEqual(stateOf(folder), before);
  }
  const folder = writeSource({ ...CAVE, 'nes/gamelist.xml': CUT, 'nes/a.nes': contents('nes', 1) });
  const { code: exit, stderr } = await scrape(folder);
  assert.match(
    stderr,
    /^ludex: .*is damaged.*\nludex: 1 problem; all else is done, and running it again does only the rest\n$/,
  );
  assert.equal(exit, 1);
  assert.equal(read(folder, 'nes/gamelist.xml'), CUT);
  assert.match(read(folder, 'snes/gamelist.xml'), /Das Loch/);
});

test('a file that cannot be identified is told with its reason, and the next ones are identified', async () => {
  const folder = writeSource({
    'nes/a.zip': 'no archive',
    'nes/b.zip': Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)]),
    'nes/NES Quest 5.7z': 'x',
    'nes/d.nes': contents('nes', 1),
    'nes/e\x07.nes': contents('nes', 2),
    'nes/images/f.nes': contents('nes', 3),
    'nes/.g.nes': contents('nes', 3),
  });
  writeFileSync(Buffer.concat([Buffer.from(join(folder, 'nes/')), Buffer.from('h\xff.nes', 'latin1')]), 'x');
  symlinkSync('nothing', join(folder, 'nes/i.nes'));
  const { code: exit, stdout } = await scrape(folder);
  assert.equal(exit, 0);
  for (const told of [
    /nes: 2 of 7 files identified \(1 by title, 1 by hash\)/,
    /a\.zip: no game on its platform has its hash or the title "a"; it is no ZIP archive, so download it again/,
    /b\.zip: no game .+; it cannot be read \(.+\)/,
    /NES Quest 5\.7z: NES Quest 5, because it is named "NES Quest 5"; \.7z is not opened, so unpack it, or pack/,
    /e\S+\.nes: its name has control characters/,
    /h\ufffd\.nes: its name is not UTF-8, which lists of games need: rename it/,
    /i\.nes: it cannot be read \(no such file or directory\)/,
  ])
    assert.match(stdout, told);
  assert.deepEqual(await listNames(join(folder, 'nes/gamelist.xml')), [
    './NES Quest 5.7z NES Quest 5',
    './d.nes NES Quest 1',
  ]);
});

/** Passes requests on to the real server, but answers those of these numbers with a status. */
async function disturb(answers: Record<number, [status: number, retryAfter?: string]>) {
  let count = 0;
  const proxy = createServer(async (request, response) => {
    const [status, wait] = answers[++count] ?? [];
    const body = Buffer.concat(await request.toArray());
    if (status !== undefined) {
      response.writeHead(status, { ...(wait !== undefined && { 'retry-after': wait }) });
      return response.end('{"message":"Not now."}');
    }
    const init = {
      method: request.method ?? 'GET',
      headers: { 'x-api-key': server.key, 'content-type': 'application/json' },
    };
    const answer = await fetch(server.url + request.url, body.length > 0 ? { ...init, body } : init);
    response.writeHead(answer.status, { 'total-count': answer.headers.get('total-count') ?? '' });
    response.end(await answer.text());
  });
  const url = `http://localhost:${await listen(proxy, 'localhost')}`;
  return { flags: ['--server', url, '--key', 'x'], count: () => count };
}

test('a server that asks to wait is asked again; one that fails costs only the files that it was asked for', async () => {
  const files = { 'nes/a.nes': contents('nes', 1), ...CAVE };
  const folder = writeSource(files);
  const { flags } = await disturb({ 1: [429, '0'], 2: [503, '0'], 4: [500] });
  const { code: exit, stdout, stderr } = await scrape(folder, ...flags);
  assert.match(
    stdout,
    /nes: 0 of 1 file identified\n {2}a\.nes: http:\/\/localhost:\d+\/v1\/identify answered 500: Not now\./,
  );
  assert.match(stdout, /snes: 1 of 1 file identified/);
  assert.match(stderr, /^ludex: 1 problem; all else is done/);
  assert.equal(exit, 1);
  assert.equal((await scrape(folder, ...flags)).code, 0);
  assert.deepEqual(await listNames(join(folder, 'nes/gamelist.xml')), ['./a.nes NES Quest 1']);
});

test('what a server found by title is not asked for again', async () => {
  const folder = writeSource({ ...CAVE, 'snes/Nothing.sfc': 'y' });
  const first = await disturb({});
  await scrape(folder, ...first.flags);
  // The key, the hashes, the product codes of none, two titles, and the game.
  const asked = first.count();
  await scrape(folder, ...first.flags);
  assert.equal(first.count() - asked, asked - 2);
});

test('a server that is no Ludex is an error', async () => {
  const { flags } = await disturb({ 1: [200] });
  const { code: exit, stderr } = await scrape(writeSource(CAVE), ...flags);
  assert.equal(exit, 1);
  assert.match(stderr, /^ludex: http:.*\/v1\/games sent no games; is it a Ludex server\?\n$/);
});

test('a file whose name is a blank has no title to ask for, and a name with a line break is told in one line', async () => {
  const folder = writeSource({ 'nes/ .nes': 'x', 'nes/a\nb.nes': 'y' });
  const { code: exit, stdout } = await scrape(folder, '--server', server.url, '--key', server.key);
  assert.equal(exit, 0);
  assert.match(stdout, /^ {3}\.nes: no game on its platform has its hash or the title " "$/m);
  assert.match(stdout, /^ {2}a\\u000ab\.nes: its name has control characters/m);
});

test('after it was killed, a run goes on where it was, and files are not read again', async () => {
  const paths = Array.from({ length: 5 }, (_, i) => `nes/${i}.nes`);
  const folder = writeSource(Object.fromEntries(paths.map((path, i) => [path, contents('nes', i)])));
  for (const path of paths) utimesSync(join(folder, path), 1e9, 1e9);
  let isAsked = false;
  const silent = createServer((request, response) => {
    request.resume();
    if (request.method === 'GET') response.end('{"games":[]}');
    else isAsked = true;
  });
  const url = `http://localhost:${await listen(silent, 'localhost')}`;
  const program = startProgram(['scrape', folder, '--server', url, '--key', 'x'], {});
  await until(() => isAsked);
  program.process.kill('SIGKILL');
  await program.ended;
  assert.ok(!existsSync(join(folder, 'nes/gamelist.xml')));
  // Only their sizes and times tell that they are the same files.
  for (const path of paths) {
    writeFileSync(join(folder, path), Buffer.alloc(statSync(join(folder, path)).size));
    utimesSync(join(folder, path), 1e9, 1e9);
  }
  assert.match((await scrape(folder)).stdout, /5 of 5 files identified \(5 by hash\)/);
  assert.deepEqual(globSync('**/*.partial', { cwd: folder }), []);
});
