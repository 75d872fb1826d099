import { statSync } from 'node:fs';
import { Problems } from '../bundle/bundle.ts';
import type { CorrectionLine } from '../bundle/lines.ts';
import { listReferences } from '../bundle/references.ts';
import { parseJsonLine, readTextLines } from '../bundle/text-lines.ts';
import { openBundleWriter } from '../bundle/writer.ts';
import { OperatorError } from '../errors.ts';
import type { CatalogReader } from '../store/catalog/writer.ts';
import { describeSource } from '../vocabulary/sources.ts';
import type { ConvertInput, ConvertReport, PictureTarget } from './importer.ts';

const NUMBER_DIGITS = 7;

/**
 * Converts the operator's file of corrections, one JSON object per line. Line n of the bundle is line n of the file, so that
 * problems are reported with the right number. The bundle is complete: corrections that are no longer in the file are undone.
 * With `--lenient`, corrections by others about what this catalog does not have are left out.
 */
export async function convertCorrections(
  { paths, flags, folder }: ConvertInput,
  target?: Pick<PictureTarget, 'readCatalog'>,
): Promise<ConvertReport> {
  const [path, ...more] = paths;
  if (path === undefined || more.length > 0) throw new OperatorError('Usage: ludex import corrections FILE');
  using writer = openBundleWriter(folder);
  const all = await readCorrections(path);
  const corrections =
    flags.lenient === undefined || !target ? all : await target.readCatalog((reader) => keepKnown(reader, all));
  for (const line of corrections) await writer.put('corrections.jsonl', line);
  const version = new Date().toISOString().slice(0, 10);
  await writer.finish({ complete: true, sources: [describeSource('corrections', version)] });
  const leftOut = all.length - corrections.length;
  return { counts: { corrections: corrections.length, 'left out': leftOut }, unknown: [] };
}

async function keepKnown(reader: CatalogReader, lines: readonly CorrectionLine[]): Promise<CorrectionLine[]> {
  const known: CorrectionLine[] = [];
  for (const line of lines) if (await isAboutKnown(reader, line)) known.push(line);
  return known;
}

/** An id of another catalog means another game here. */
async function isAboutKnown(reader: CatalogReader, line: CorrectionLine): Promise<boolean> {
  const { game = [], merge = [], split = [], different = [], platforms = [], set_platform = {} } = line;
  for (const ref of [game, merge, split, different].flat())
    if (typeof ref === 'number' || !(await reader.findBinding(ref))) return false;
  const targets = Object.values(set_platform).filter((platform) => platform !== null);
  for (const key of [...listReferences({ ...line, platforms }), ...targets])
    if ((await reader.listEntryLayers(key)).length === 0) return false;
  return true;
}

async function readCorrections(path: string): Promise<CorrectionLine[]> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new OperatorError(`${path} is not a file; name a file of corrections`);
  const problems = new Problems();
  const corrections: CorrectionLine[] = [];
  let number = 0;
  for await (const text of readTextLines(path)) {
    number++;
    const { value, problem } = parseJsonLine(text);
    if (problem !== undefined) problems.add(path, number, problem);
    else if (value === null || typeof value !== 'object' || Array.isArray(value))
      problems.add(path, number, 'a correction is a JSON object, such as {"game": 1, "title": "…"}');
    else corrections.push({ ...value, key: `correction:${String(number).padStart(NUMBER_DIGITS, '0')}` });
  }
  problems.throwIfAny(path);
  return corrections;
}
