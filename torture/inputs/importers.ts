import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openBundle, Problems, readLines } from '../../src/bundle/bundle.ts';
import { BUNDLE_FILES, type BundleFile } from '../../src/bundle/lines.ts';
import type { Importer } from '../../src/importers/importer.ts';
import { IMPORTERS } from '../../src/importers/importers.ts';
import type { Random } from '../../test/support/random.ts';
import { temporaryFolder } from '../../test/support/samples/bundle.ts';
import { hostileText, mutateBytes, mutateJson } from '../mutate.ts';
import { type Input, type Subject, wasAccepted } from './inputs.ts';
import { type Format, SAMPLES, type Sample } from './sources.ts';

const SEPARATOR = ' ';

/** Damaged and hostile files of sources, converted by the real importers. What they accept must be a valid bundle. */
export async function openImporters(): Promise<Subject> {
  const root = temporaryFolder('importers');
  return {
    make: makeInput,
    feed: (input) => {
      const sample = SAMPLES[Number(input.what.split(SEPARATOR, 1)[0])] as Sample;
      rmSync(root, { recursive: true, force: true });
      return wasAccepted(() => convert(root, sample, input));
    },
    close: async () => {},
  };
}

function makeInput(random: Random): Input {
  const number = random.below(SAMPLES.length);
  const { importer, file, format, content } = SAMPLES[number] as Sample;
  const what = [number, importer, file].join(SEPARATOR);
  const isByBytes = format === 'zip' || random.below(3) === 0;
  return {
    what,
    bytes: isByBytes ? mutateBytes(random, content, TOKENS[format]) : mutateFile(random, format, content),
  };
}

async function convert(root: string, sample: Sample, { bytes }: Input): Promise<void> {
  const source = join(root, 'source');
  const path = join(source, sample.file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  const importer = IMPORTERS.find(({ name }) => name === sample.importer) as Importer;
  const flags = Object.entries(sample.flags ?? {}).map(([name, value]) => [name, value === 'FILE' ? path : value]);
  const paths = flags.length > 0 ? [] : [takesFiles(sample) ? path : source];
  const folder = join(root, 'bundle');
  const lenient = importer.flags.includes('lenient') ? { lenient: '' } : {};
  await importer.convert({
    paths: flags.length > 0 ? [unchangedList(root)] : paths,
    flags: { ...lenient, ...Object.fromEntries(flags) },
    splits: new Set(),
    folder,
    onProgress: () => {},
  });
  // The lines of corrections are those of the operator's file, and are checked when they are loaded.
  if (sample.importer !== 'corrections') await assertValid(folder);
}

function takesFiles({ importer }: Sample): boolean {
  return importer === 'corrections' || importer === 'appstream' || importer === 'wikidata';
}

/** The list that a file of another flag adds to. */
function unchangedList(root: string): string {
  const folder = join(root, 'lists');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'nes.xml'), (SAMPLES[0] as Sample).content);
  return folder;
}

/** An error here would be reported as one of the operator's bundle. */
async function assertValid(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const problems = new Problems();
  const bundle = await openBundle(folder);
  for (const file of Object.keys(BUNDLE_FILES) as BundleFile[])
    for await (const _ of readLines(bundle, file, problems));
  try {
    problems.throwIfAny('the bundle');
  } catch (error) {
    throw new Error(`the importer wrote an invalid bundle: ${(error as Error).message}`);
  }
}

/** Texts that matter in each format. */
// biome-ignore format: lists to be read at a glance
const TOKENS: Record<Format, readonly string[]> = {
  xml: [
    '<', '>', '</', '/>', '<!--', '-->', '<![CDATA[', ']]>', '&', '&amp;', '&#0;', '&#x110000;',
    '<!DOCTYPE a [<!ENTITY b "c">]>', '<?x?>', '"', '<a>'.repeat(200),
  ],
  csv: ['"', '""', ',', '\n', '\r\n', '\r', ';', '\t', ',,,,,,,,,,,,,,,'],
  json: ['{', '}', '[', ']', '"', ',', ':', '\\u0000', '\\ud800', '1e999', '\n', '['.repeat(500)],
  sql: ["'", "\\'", '(', ')', ',', ';', '`', '--', '/*', '*/', 'NULL', 'INSERT INTO `entries` VALUES', '\\0'],
  dat: ['(', ')', '"', '\\"', '\n', 'game (', 'rom (', 'clrmamepro (', '\t'],
  ini: ['[', ']', '=', ';', '\n', '[]', '\r\n'],
  zip: ['PK\x01\x02', 'PK\x03\x04', 'PK\x05\x06', '\xff\xff\xff\xff'],
};

/** Where a format has values: replaced ones leave the structure as it is. */
const VALUES: Partial<Record<Format, RegExp>> = {
  xml: /(?<=>)[^<>]+(?=<)|(?<=")[^"<>]*(?=")/g,
  csv: /[^,\r\n]+/g,
  sql: /(?<=')[^'\n]*(?=')|\b\d+\b/g,
  dat: /(?<=")[^"\n]*(?=")|\b[0-9A-Fa-f]{6,}\b|\b\d+\b/g,
  ini: /[^\n[\]=]+/g,
};

/** Replaces one to three values by hostile ones. */
function mutateFile(random: Random, format: Format, content: Buffer): Buffer {
  const text = content.toString();
  const pattern = VALUES[format];
  if (!pattern) return Buffer.from(JSON.stringify(mutateJson(random, JSON.parse(text))));
  let mutated = text;
  for (let times = 1 + random.below(3); times > 0; times--) mutated = replaceOne(random, mutated, pattern);
  return Buffer.from(mutated);
}

function replaceOne(random: Random, text: string, pattern: RegExp): string {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return text;
  const { 0: old, index } = random.pick(found);
  const value = random.below(3) === 0 ? old + hostileText(random) : hostileText(random);
  return text.slice(0, index) + escapeSome(random, value) + text.slice(index + old.length);
}

/** Mostly harmless for the structure, so that values get through. */
function escapeSome(random: Random, value: string): string {
  return random.below(4) === 0 ? value : value.replaceAll(/[<>&"'\\,;()`\r\n]/g, '');
}
