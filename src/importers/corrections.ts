import { statSync } from 'node:fs';
import { Problems } from '../bundle/bundle.ts';
import type { CorrectionLine } from '../bundle/lines.ts';
import { readTextLines } from '../bundle/text-lines.ts';
import { openBundleWriter } from '../bundle/writer.ts';
import { OperatorError } from '../errors.ts';
import { describeSource } from '../vocabulary/sources.ts';
import type { ConvertInput, ConvertReport } from './importer.ts';

const LINE_DIGITS = 7;

/**
 * Makes a bundle of the operator's file of corrections, one JSON object a line: a line of the bundle is the same line of
 * the file, so that whatever is wrong is told of the right one. The file is all there is: what is no longer in it is
 * taken back.
 */
export async function convertCorrections({ paths, folder }: ConvertInput): Promise<ConvertReport> {
  const [path, ...more] = paths;
  if (path === undefined || more.length > 0) throw new OperatorError('Usage: ludex import corrections FILE');
  const writer = openBundleWriter(folder);
  try {
    const corrections = await readCorrections(path);
    for (const line of corrections) await writer.put('corrections.jsonl', line);
    const version = new Date().toISOString().slice(0, 10);
    await writer.finish({ complete: true, sources: [describeSource('corrections', version)] });
    return { counts: { corrections: corrections.length }, unknown: [] };
  } finally {
    await writer.close();
  }
}

async function readCorrections(path: string): Promise<CorrectionLine[]> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new OperatorError(`${path} is no file; name a file of corrections`);
  const problems = new Problems();
  const found: CorrectionLine[] = [];
  let number = 0;
  for await (const text of readTextLines(path)) {
    const correction = parse(text);
    if (typeof correction === 'string') problems.add(path, ++number, correction);
    else found.push({ ...correction, key: `correction:${String(++number).padStart(LINE_DIGITS, '0')}` });
  }
  problems.throwIfAny(path);
  return found;
}

function parse(text: string | undefined): object | string {
  if (text === undefined) return 'not valid UTF-8';
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? value
      : 'a correction is a JSON object, such as {"game": 1, "title": "…"}';
  } catch (error) {
    return `not valid JSON: ${(error as Error).message}`;
  }
}
