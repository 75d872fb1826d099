import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packBundle } from '../../src/bundle/archive.ts';
import { openBundle, sortKey } from '../../src/bundle/bundle.ts';
import { unpackBundle } from '../../src/bundle/unpack.ts';
import { compareCodePoints } from '../../src/catalog/model/order.ts';
import { readConfig } from '../../src/config.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';
import { openStore } from '../../src/store/open.ts';
import type { Random } from '../../test/support/random.ts';
import { manifestOf, temporaryFolder, writeBundle, writeFiles } from '../../test/support/samples/bundle.ts';
import { CATALOG, DISC } from '../../test/support/samples/catalog.ts';
import { runWell } from '../../test/support/servers/command.ts';
import { mutateBytes, mutateJson } from '../mutate.ts';
import { type Input, type Subject, wasAccepted } from './inputs.ts';

type Lines = Record<string, object[]>;

/** A few lines of each file: most of the time is spent on what a mutation changes. */
const SMALL: Lines = { ...CATALOG, games: CATALOG.games.slice(0, 7), groups: CATALOG.groups.slice(0, 3) };
const ON_NES = [{ platform: 'platform:nes' }];
const CORRECTIONS: Lines = {
  corrections: [
    { game: 'test:a', title: 'Other', genres: ['genre:action'], platforms: ON_NES },
    { merge: ['test:c', 'test:d'], description: 'Merged' },
    { split: 'test:d' },
    { different: ['test:e', 'test:f'], made: { at: 1, by: 1, why: 'Because' } },
    { game: 2, hide: true, reverted: { at: 1 } },
    { game: 'test:g', set_platform: { 'platform:snes': 'platform:nes' }, official_url: 'https://x.example' },
    { game: 'test:a', main_picture: DISC.image, remove_pictures: ['https://pictures.example/back.png'] },
  ].map((line, i) => ({ key: `correction:${i + 1}`, ...line })),
};
// biome-ignore format: lists to be read at a glance
const JSON_TOKENS = [
  '{', '}', '[', ']', '"', ',', ':', '\\', '\\u0000', '\\ud800', 'null', '1e999', '\n', '\u2028', '{"a":'.repeat(500),
];
const ARCHIVE = 'bundle.tar.gz';
const MANIFEST = 'manifest.json';

/** Bundles of a few lines with hostile values, with broken JSON, broken manifests and broken archives, loaded into a real store. */
export async function openBundles(): Promise<Subject> {
  const root = temporaryFolder('bundles');
  const data = join(root, 'data');
  const store = await openStore(readConfig({ data }, {}));
  const pictureStore = openPictureStore(join(data, 'media'));
  const options = { clock: () => Date.now(), pictureStore, allowShrink: true };
  const folder = writeBundle(SMALL);
  await loadBundle(store, await openBundle(folder), options);
  await packBundle(folder, join(root, ARCHIVE));
  const archive = readFileSync(join(root, ARCHIVE));
  const open = async ({ what, bytes }: Input) => {
    const place = join(root, 'input');
    // Retries, because an archive that was refused may still be written.
    rmSync(place, { recursive: true, force: true, maxRetries: 3 });
    mkdirSync(place, { recursive: true });
    if (what !== ARCHIVE) return openBundle(writeInput(place, what, bytes));
    writeFileSync(join(root, ARCHIVE), bytes);
    return openBundle(await unpackBundle(join(root, ARCHIVE), place));
  };
  return {
    make: (random) => makeInput(random, archive),
    feed: (input) => wasAccepted(async () => loadBundle(store, await open(input), options)),
    check: async () => void (await runWell(['check', '--json'], { LUDEX_DATA: data })),
    close: () => store.close(),
  };
}

function makeInput(random: Random, archive: Buffer): Input {
  const way = random.below(20);
  if (way === 0) return { what: ARCHIVE, bytes: mutateBytes(random, archive) };
  const base = random.below(6) === 0 ? CORRECTIONS : SMALL;
  if (way === 1) return { what: MANIFEST, bytes: makeManifest(random, base) };
  const file = random.pick(Object.keys(base));
  const list = base[file] as object[];
  const at = random.below(list.length);
  const lines = way < 4 ? list : list.with(at, mutateJson(random, list[at]) as object);
  const bytes = Buffer.from(toText(lines));
  return { what: `${file}.jsonl`, bytes: way < 4 ? mutateBytes(random, bytes, JSON_TOKENS) : bytes };
}

function makeManifest(random: Random, base: Lines): Buffer {
  const manifest = manifestOf(Object.entries(filesOf(base)), { source: sourceOf(base) });
  const json = Buffer.from(JSON.stringify(random.below(2) === 0 ? mutateJson(random, manifest) : manifest));
  return random.below(2) === 0 ? mutateBytes(random, json, JSON_TOKENS) : json;
}

function toText(lines: readonly object[]): string {
  const sorted = lines.toSorted((a, b) => compareCodePoints(orderOf(a), orderOf(b)));
  return sorted.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const sourceOf = (base: Lines) => (base === CORRECTIONS ? 'corrections' : 'test');

/** A mutated line may be anything. */
function orderOf(line: unknown): string {
  const { key, platform, source } = Object(line) as Parameters<typeof sortKey>[0];
  return sortKey({
    key: String(key),
    ...(platform !== undefined && { platform: String(platform) }),
    ...(source && { source }),
  });
}

function filesOf(base: Lines): Record<string, Buffer> {
  return Object.fromEntries(Object.entries(base).map(([file, list]) => [`${file}.jsonl`, Buffer.from(toText(list))]));
}

const FILES = new Map([SMALL, CORRECTIONS].map((base) => [base, filesOf(base)]));

/** The bundle with one file replaced. The manifest fits, unless it is that file. */
function writeInput(folder: string, changed: string, bytes: Buffer): string {
  const base = changed === 'corrections.jsonl' ? CORRECTIONS : SMALL;
  const files = { ...FILES.get(base), ...(changed !== MANIFEST && { [changed]: bytes }) };
  const manifest = JSON.stringify(manifestOf(Object.entries(files), { source: sourceOf(base) }));
  return writeFiles(folder, {
    ...files,
    ...(base === SMALL && { [DISC.file]: DISC.bytes }),
    [MANIFEST]: changed === MANIFEST ? bytes : manifest,
  });
}
