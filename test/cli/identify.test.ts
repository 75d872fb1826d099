import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { hashFile } from '../../src/cli/kit/file-hashes.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { zipOf } from '../support/samples/zip.ts';
import { runHere } from '../support/servers/command.ts';
import { settingsOf } from '../support/servers/engines.ts';
import { listen } from '../support/servers/free-port.ts';
import { startServer } from '../support/servers/server.ts';

const hashes = (bytes: Buffer) => ({
  crc: crc32(bytes).toString(16).padStart(8, '0'),
  sha1: createHash('sha1').update(bytes).digest('hex'),
});

/** Contents that differ in every part. */
const contents = (seed: number, kilobytes: number) =>
  Buffer.from(Uint8Array.from({ length: kilobytes * 1024 }, (_, i) => (i * seed + (i >> 8)) % 251));
const header = (length: number, magic: string, at = 0) => {
  const bytes = Buffer.alloc(length);
  bytes.write(magic, at, 'latin1');
  return bytes;
};
const ines = (programUnits: number, flags = 0) => {
  const bytes = header(16, 'NES\x1a');
  bytes.set([programUnits, 1, flags], 4);
  return bytes;
};
const chd = (version: number, at: number, sha1: string) => {
  const bytes = header(2048, 'MComprHD');
  bytes.writeUInt32BE(version, 12);
  bytes.write(sha1, at, 'hex');
  return bytes;
};

const [HOP, CHIP, CART, DISK] = [contents(3, 8), contents(5, 16), contents(7, 32), 'c'.repeat(40)] as const;
const N64 = Buffer.concat([Buffer.from('80371240', 'hex'), contents(13, 80)]);
const FILES: [name: string, bytes: Buffer, title: string | undefined][] = [
  ['as it is.bin', HOP, 'Hop'],
  ['with an iNES header.nes', Buffer.concat([ines(0), HOP]), 'Hop'],
  ['with an FDS header.fds', Buffer.concat([header(16, 'FDS\x1a'), HOP]), 'Hop'],
  ['with an Atari 7800 header.a78', Buffer.concat([header(128, 'ATARI7800', 1), HOP]), 'Hop'],
  ['with a Lynx header.lnx', Buffer.concat([header(64, 'LYNX'), HOP]), 'Hop'],
  ['of a copier.smc', Buffer.concat([Buffer.alloc(512), HOP]), 'Hop'],
  ['with a chip.nes', Buffer.concat([ines(1), CHIP, contents(9, 8)]), 'Skip'],
  ['with a trainer.nes', Buffer.concat([ines(1, 4), Buffer.alloc(512), CHIP, contents(9, 8)]), 'Skip'],
  ['large.bin', CART, 'Jump'],
  ['a disk.chd', chd(5, 84, DISK), 'Disk'],
  ['an old disk.chd', chd(4, 48, DISK), 'Disk'],
  ['with swapped bytes.v64', Buffer.from(N64).swap16(), 'Turn'],
  ['in little endian.n64', Buffer.from(N64).swap32(), 'Turn'],
  ['unknown.bin', contents(11, 4), undefined],
  ['with bytes before it.bin', Buffer.concat([Buffer.alloc(100), HOP]), undefined],
  ['cut.nes', Buffer.concat([ines(1), CHIP.subarray(0, 5000)]), undefined],
  ['small.bin', Buffer.from('x'), undefined],
  ['empty.bin', Buffer.alloc(0), undefined],
];

const game = (title: string, dump: object) => ({
  key: `test:${title}`,
  title,
  platforms: [
    {
      platform: 'platform:nes',
      releases: [{ release_date: '1990', countries: ['Japan'], companies: [], product_codes: [], dumps: [dump] }],
    },
  ],
});
const server = await startServer(
  {},
  {
    platforms: [{ key: 'platform:nes', platform_name: 'NES' }],
    games: [
      game('Hop', { name: 'Hop (Japan).bin', ...hashes(HOP) }),
      game('Skip', { crc: hashes(CHIP).crc }),
      game('Jump', hashes(CART)),
      game('Disk', { sha1: DISK }),
      game('Turn', hashes(N64)),
    ],
  },
);
const settings = settingsOf(server.config);
const folder = temporaryFolder('identify');
mkdirSync(join(folder, 'inner'));
for (const [name, bytes] of FILES) writeFileSync(join(folder, 'inner', name), bytes);
const identify = (args: readonly string[], env: Record<string, string> = settings) =>
  runHere(['identify', ...args], env);

for (const [where, flags] of [
  ['the local catalog', []],
  ['a server whose address ends with /v1/', ['--server', `${server.url}/v1/`, '--key', server.key]],
] as const) {
  test(`files in a folder are identified by ${where}, with and without their headers`, async () => {
    const { code, stdout, stderr } = await identify([folder, '--json', ...flags]);
    const found = (JSON.parse(stdout) as { file: string; match: { game: { title: string } } | null }[]).map(
      ({ file, match }) => [file, match?.game.title],
    );
    const expected = FILES.map(([name, , title]) => [join(folder, 'inner', name), title]).toSorted();
    assert.deepEqual(found, expected);
    assert.deepEqual([code, stderr], [1, 'ludex: 5 of 18 files have no match\n']);
  });
}

test('the bytes of a word are swapped across chunks', async () => {
  for (const bytes of [Buffer.from(N64).swap16(), Buffer.from(N64).swap32()]) {
    const chunks = Readable.from([bytes.subarray(0, 1025), bytes.subarray(1025, 2051), bytes.subarray(2051)]);
    assert.equal((await hashFile(chunks, bytes.length))[1]?.sha1, hashes(N64).sha1);
  }
});

test('each file is a line with its game, platform, release and dump', async () => {
  const path = join(folder, 'inner', 'as it is.bin');
  const { code, stdout, stderr } = await identify([path]);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^.*as it is\.bin: Hop \(NES; Japan; 1990\), game \d+, "Hop \(Japan\)\.bin"\n$/);
});

test('the files in a ZIP are identified, stored or compressed', async () => {
  const path = join(temporaryFolder('zip'), 'games.zip');
  const text = (bytes: Buffer) => ({ text: bytes as unknown as string, stored: true });
  writeFileSync(path, zipOf({ 'a/hop.nes': text(Buffer.concat([ines(0), HOP])), 'readme.txt': 'Hello' }));
  const { code, stdout } = await identify([path]);
  assert.equal(code, 1);
  assert.match(stdout, /games\.zip: a\/hop\.nes: Hop \(NES[^\n]*\n.*games\.zip: readme\.txt: no match\n$/);
});

test('a damaged ZIP and a file that cannot be read are told, and the others are identified', async () => {
  const own = temporaryFolder('damaged');
  writeFileSync(join(own, 'a.zip'), Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)]));
  writeFileSync(join(own, 'b.bin'), HOP);
  const { code, stdout, stderr } = await identify([own]);
  assert.match(stderr, /^ludex: .*a\.zip cannot be read \(.+\)\nludex: 1 of 2 files have no match\n$/);
  assert.match(stdout, /a\.zip: no match\n.*b\.bin: Hop /);
  assert.equal(code, 1);
});

test('links to nothing, to themselves and to a folder around them are told, and the others are identified', async () => {
  const own = temporaryFolder('links');
  mkdirSync(join(own, 'c'));
  symlinkSync('nothing', join(own, 'a.bin'));
  symlinkSync('b.bin', join(own, 'b.bin'));
  symlinkSync(own, join(own, 'c', 'back'));
  writeFileSync(join(own, 'c', 'd.bin'), HOP);
  const { code, stdout, stderr } = await identify([own]);
  const told = [
    `${join(own, 'c', 'back')} is skipped; it is the same folder as ${own}`,
    `${join(own, 'a.bin')} cannot be read (no such file or directory)`,
    `${join(own, 'b.bin')} cannot be read (too many symbolic links encountered)`,
    '2 of 3 files have no match',
  ];
  assert.equal(stderr, told.map((line) => `ludex: ${line}\n`).join(''));
  assert.match(stdout, /^.*a\.bin: no match\n.*b\.bin: no match\n.*d\.bin: Hop [^\n]*\n$/);
  assert.equal(code, 1);
});

const MISTAKES: [args: string[], message: RegExp][] = [
  [[], /^ludex: Usage: ludex identify PATH…\n$/],
  [['/nowhere/at/all'], /\/nowhere\/at\/all cannot be read \(no such file or directory\)/],
  [[temporaryFolder('nothing')], /There are no files to identify/],
  [[join(folder, 'inner', 'small.bin')], /None of 1 file has a match; the imports of mame, .* bring the hashes/],
  [[folder, '--key', 'x'], /--key needs --server/],
  [[folder, '--server', server.url], /\/v1 needs --key KEY, an API key of that server/],
  [[folder, '--server', 'games', '--key', 'x'], /--server must be a URL/],
  [[folder, '--server', server.url, '--key', 'x'], /\/v1\/identify answered 401: A valid API key is needed/],
  [[folder, '--server', 'http://localhost:1', '--key', 'x'], /http:\/\/localhost:1\/v1\/identify cannot be reached/],
];

test('each mistake gets one sentence', async () => {
  for (const [args, message] of MISTAKES) {
    const { code, stderr } = await identify(args);
    assert.equal(code, 1, args.join(' '));
    assert.match(stderr, message);
  }
});

test('a server that answers without a key needs none', async () => {
  const { url } = await startServer({ anonymous: 'none' });
  const { stderr } = await identify([join(folder, 'inner', 'small.bin'), '--server', url]);
  assert.match(stderr, /None of 1 file has a match/);
});

test('a server that answers for fewer files than it was asked for is told', async () => {
  const short = createServer((request, response) => {
    request.resume();
    response.end(JSON.stringify({ matches: [] }));
  });
  const server = `http://localhost:${await listen(short, 'localhost')}`;
  const { stderr } = await identify([join(folder, 'inner', 'small.bin'), '--server', server]);
  assert.match(stderr, /\/v1\/identify sent 0 matches instead of 1; is it a Ludex server\?/);
});

/** A server that refuses requests for these numbers of seconds or until a date, one after the other, and then finds nothing. */
async function refuse(...seconds: (number | string)[]): Promise<string> {
  const refusing = createServer((request, response) => {
    request.resume();
    const wait = seconds.shift();
    if (wait !== undefined) response.writeHead(429, { 'retry-after': String(wait) });
    response.end(JSON.stringify(wait === undefined ? { matches: [null] } : { message: 'Please wait.' }));
  });
  return `http://localhost:${await listen(refusing, 'localhost')}`;
}

test('a server that asks to wait is asked again, unless it asks for long or too often', async () => {
  const ask = async (...seconds: (number | string)[]) => {
    const { stderr } = await identify([
      join(folder, 'inner', 'small.bin'),
      '--server',
      await refuse(...seconds),
      '--key',
      'x',
    ]);
    return stderr;
  };
  assert.match(await ask(0, 0), /None of 1 file has a match/);
  assert.match(await ask(new Date().toUTCString()), /None of 1 file has a match/);
  assert.match(await ask(0, 61), /answered 429: Please wait\./);
  assert.match(await ask(0, 0, 0, 0, 0), /answered 429: Please wait\./);
});

test('a folder of more than a hundred files is asked for in several requests', async () => {
  const many = temporaryFolder('many');
  for (let i = 0; i < 120; i++) writeFileSync(join(many, `${1000 + i}.bin`), i % 2 === 0 ? HOP : `${i}`);
  const { stdout } = await identify([many, '--server', server.url, '--key', server.key]);
  const lines = stdout.trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => line.includes(': Hop (')),
    Array.from({ length: 120 }, (_, i) => i % 2 === 0),
  );
});
