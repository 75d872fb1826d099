import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { create, Header, type HeaderData } from 'tar';
import { makeBundleAt, packBundle } from '../../src/bundle/archive.ts';
import { openBundle } from '../../src/bundle/bundle.ts';
import { unpackBundle } from '../../src/bundle/unpack.ts';
import { temporaryFolder, writeBundle, writeFiles } from '../support/samples/bundle.ts';

const platforms = [{ key: 'platform:nes', platform_name: 'NES' }];

async function pack(folder = writeBundle({ platforms }), name = 'mine.tar.gz'): Promise<string> {
  const file = join(temporaryFolder('archive'), name);
  await packBundle(folder, file);
  return file;
}

/** An archive with any entries, also those that no archiver would write. */
function writeArchive(entries: readonly (HeaderData & { text?: string })[], name = 'odd.tar.gz'): string {
  const blocks = entries.flatMap(({ text = '', ...data }) => {
    const block = Buffer.alloc(512);
    const size = Buffer.byteLength(text);
    new Header({ type: 'File', size, mode: 0o644, mtime: new Date(0), ...data }).encode(block);
    return [block, Buffer.from(text), Buffer.alloc((512 - (size % 512)) % 512)];
  });
  const file = join(temporaryFolder('archive'), name);
  writeFileSync(file, gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)])));
  return file;
}

test('a bundle is unchanged after packing and unpacking, and other files are not packed', async () => {
  const folder = writeBundle({ platforms });
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  for (const archive of ['mine.tar.gz', 'mine.tar.zst']) {
    const found = await unpackBundle(await pack(folder, archive), temporaryFolder('unpacked'));
    assert.deepEqual(readdirSync(found).toSorted(), ['manifest.json', 'platforms.jsonl']);
    for (const name of readdirSync(found))
      assert.equal(readFileSync(join(found, name), 'utf8'), readFileSync(join(folder, name), 'utf8'), name);
    assert.deepEqual((await openBundle(found)).manifest, (await openBundle(folder)).manifest);
  }
});

test('pictures are packed with their bundle and unpacked from any of its places in the archive', async () => {
  const folder = writeFiles(writeBundle({ platforms }), {
    'media/a.png': 'one',
    'media/box/b.jpg': 'two',
    'other/c.png': 'no',
  });
  const theirs = join(temporaryFolder('archive'), 'theirs.tgz');
  rmSync(join(folder, 'other'), { recursive: true });
  await create({ file: theirs, cwd: join(folder, '..'), gzip: true }, [basename(folder)]);
  const named = join(temporaryFolder('archive'), 'media');
  renameSync(folder, named);
  const alike = join(temporaryFolder('archive'), 'alike.tgz');
  await create({ file: alike, cwd: join(named, '..'), gzip: true }, ['media']);
  for (const file of [await pack(named), theirs, alike]) {
    const found = await unpackBundle(file, temporaryFolder('unpacked'));
    assert.equal(readFileSync(join(found, 'media/a.png'), 'utf8'), 'one');
    assert.equal(readFileSync(join(found, 'media/box/b.jpg'), 'utf8'), 'two');
    assert.ok(existsSync(join(found, 'manifest.json')));
  }
});

test('packing is deterministic', async () => {
  const [one, other] = [writeBundle({ platforms }), writeBundle({ platforms })];
  for (const name of readdirSync(other)) {
    utimesSync(join(other, name), new Date(0), new Date(1_000_000));
    chmodSync(join(other, name), 0o600);
  }
  assert.deepEqual(readFileSync(await pack(one)), readFileSync(await pack(other)));
});

const REFUSED: [name: string, entries: (HeaderData & { text?: string })[], says: RegExp][] = [
  [
    'a path that leads out of it',
    [{ path: '../manifest.json' }],
    /contains \.\.\/manifest\.json, which is outside of it/,
  ],
  ['an absolute path', [{ path: '/tmp/manifest.json' }], /contains \/tmp\/manifest\.json, which is outside of it/],
  ['a symbolic link', [{ path: 'games.jsonl', type: 'SymbolicLink', linkpath: '/etc/passwd' }], /is not a plain file/],
  ['a hard link', [{ path: 'games.jsonl', type: 'Link', linkpath: 'manifest.json' }], /is not a plain file/],
  ['a device', [{ path: 'games.jsonl', type: 'CharacterDevice' }], /is not a plain file/],
  [
    'another file',
    [{ path: 'manifest.json' }, { path: 'run.sh' }],
    /contains run\.sh, which is not a file of a bundle/,
  ],
  ['a file deep inside', [{ path: 'a/b/manifest.json' }], /a\/b\/manifest\.json, which is not a file of a bundle/],
  ['a file twice', [{ path: 'manifest.json' }, { path: './manifest.json' }], /contains manifest\.json twice;/],
  [
    'two folders',
    [{ path: 'a/manifest.json' }, { path: 'b/games.jsonl' }],
    /contains b\/games\.jsonl, which is in another folder than its other files/,
  ],
];

for (const [name, entries, says] of REFUSED) {
  test(`an archive with ${name} is refused with its name, and the entry is not written`, async () => {
    const folder = temporaryFolder('unpacked');
    const work = unpackBundle(writeArchive(entries), folder);
    await assert.rejects(work, { name: 'OperatorError', message: says });
    await assert.rejects(work, /odd\.tar\.gz is not a bundle: .*; nothing was imported$/);
    assert.ok(!existsSync(join(folder, '..', 'manifest.json')));
    assert.ok(readdirSync(folder).every((file) => file === 'manifest.json' || file === 'a'));
  });
}

const HUGE: [name: string, entry: Parameters<typeof writeArchive>[0][number]][] = [
  ['a file that is far larger than the archive', { path: 'platforms.jsonl', text: '\0'.repeat(70 * 1024 ** 2) }],
  ['a long header', { path: 'header', type: 'ExtendedHeader', text: '\0'.repeat(70 * 1024 ** 2) }],
];

for (const [name, entry] of HUGE) {
  test(`an archive with ${name} is refused`, async () => {
    const message = /it unpacks to more than 100 times its size;/;
    const work = unpackBundle(writeArchive([entry]), temporaryFolder('unpacked'));
    await assert.rejects(work, { name: 'OperatorError', message });
  });
}

test('an archive with far more after its end is refused', async () => {
  const file = await pack();
  writeFileSync(file, gzipSync(Buffer.concat([gunzipSync(readFileSync(file)), Buffer.alloc(70 * 1024 ** 2)])));
  await assert.rejects(unpackBundle(file, temporaryFolder('unpacked')), /it unpacks to more than 100 times its size;/);
});

const BROKEN: [name: string, content: () => Promise<Buffer>, archive?: string][] = [
  ['half a gzip file', async () => readFileSync(await pack()).subarray(0, 100)],
  [
    'half a zstd file',
    async () => readFileSync(await pack(undefined, 'mine.tar.zst')).subarray(0, 100),
    'broken.tar.zst',
  ],
  ['half an archive', async () => gzipSync(gunzipSync(readFileSync(await pack())).subarray(0, 700))],
  [
    'an archive with a header that was changed',
    async () => gzipSync(gunzipSync(readFileSync(await pack())).fill(7, 0, 9)),
  ],
  ['a file of another kind', async () => Buffer.from('hello '.repeat(200))],
  ['an empty file', async () => Buffer.alloc(0)],
];

for (const [name, content, archive = 'broken.tar.gz'] of BROKEN) {
  test(`${name} is reported with its name`, async () => {
    const file = join(temporaryFolder('archive'), archive);
    writeFileSync(file, await content());
    await assert.rejects(unpackBundle(file, temporaryFolder('unpacked')), {
      name: 'OperatorError',
      message: /broken\.tar\.\w+ is damaged or incomplete \(.+\); nothing was imported\. Copy or download it again$/,
    });
  });
}

test('an archive that cannot be read is not reported as damaged', async () => {
  const file = join(temporaryFolder('archive'), 'missing.tar.gz');
  await assert.rejects(
    unpackBundle(file, temporaryFolder('unpacked')),
    /missing\.tar\.gz cannot be unpacked: ENOENT.*; nothing was imported$/,
  );
});

test('a file that cannot be written is reported, and nothing is left behind', async () => {
  const file = join(temporaryFolder('archive'), 'no', 'such', 'mine.tar.gz');
  await assert.rejects(packBundle(writeBundle({ platforms }), file), /mine\.tar\.gz cannot be written \(ENOENT\)/);
});

test('the target of a bundle is checked before the bundle is made', async () => {
  const folder = temporaryFolder('archive');
  const file = join(folder, 'new', 'mine.tar.gz');
  await makeBundleAt(file, async (made) => cpSync(writeBundle({ platforms }), made, { recursive: true }));
  assert.ok(existsSync(file));
  const taken = join(folder, 'taken.tar.gz');
  mkdirSync(taken);
  const make = async () => assert.fail('it was made');
  await assert.rejects(makeBundleAt(taken, make), /taken\.tar\.gz is a folder; name a file$/);
  const own = join(folder, 'own');
  writeFileSync(own, 'mine');
  await assert.rejects(
    makeBundleAt(own, make),
    /own is a file; name a folder, or a file that ends in \.tar\.gz or \.tar\.zst$/,
  );
});
