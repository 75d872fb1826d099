import { existsSync } from 'node:fs';
import { failureOf } from '../../errors.ts';
import { mapConcurrently, PICTURE_CONCURRENCY } from '../../pictures/concurrency.ts';
import { findType, makePicture } from '../../pictures/inspect.ts';
import type { Answers } from '../kit/answers.ts';
import { openProgress } from '../kit/progress.ts';
import type { Entry } from './entry.ts';
import type { Format, PictureKind, Place, Row } from './formats.ts';
import { replaceFile } from './memory.ts';

/** What all frontends show. */
const EXTENSIONS = ['.png', '.jpg'];
const KINDS: readonly PictureKind[] = ['cover', 'screenshot'];

/** Fetches the pictures of the games that are not there yet; another picture of the same name stays. */
export async function savePictures(
  rows: readonly Row[],
  { answers, format, place }: { answers: Answers; format: Format; place: Place },
): Promise<void> {
  const wanted = rows.flatMap(({ entry, pictures }) => (entry ? KINDS.map((kind) => ({ entry, pictures, kind })) : []));
  const progress = openProgress('pictures');
  let done = 0;
  const saved = mapConcurrently(wanted, PICTURE_CONCURRENCY, async ({ entry, pictures, kind }) => {
    const path = await savePicture(answers, format.picture(place, entry, kind), entry, kind);
    if (path !== undefined) pictures[kind] = path;
  });
  for await (const _ of saved) progress.show(++done, wanted.length);
  progress.end();
}

async function savePicture(
  answers: Answers,
  stem: string,
  entry: Entry,
  kind: PictureKind,
): Promise<string | undefined> {
  const known = EXTENSIONS.map((extension) => stem + extension).find((path) => existsSync(path));
  const address = entry[kind];
  if (known !== undefined || address === undefined) return known;
  try {
    const read = await answers.readPicture(address);
    const type = findType(read) === 'jpg' ? 'jpg' : 'png';
    const path = `${stem}.${type}`;
    replaceFile(path, findType(read) === type ? read : await makePicture(read, { type }));
    return path;
  } catch (error) {
    process.stderr.write(`ludex: The ${kind} of "${entry.name}" was not saved: ${failureOf(error)}\n`);
    return undefined;
  }
}
