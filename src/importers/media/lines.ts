import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Problems, readLinesAt } from '../../bundle/bundle.ts';
import { findFileInside } from '../../bundle/check-files.ts';
import type { MediaLine } from '../../bundle/lines.ts';
import { OperatorError } from '../../errors.ts';
import type { StoredPicture } from '../../pictures/picture-store.ts';
import type { OnRefused } from '../importer.ts';
import type { GameFinder } from './find-games.ts';
import type { PictureFile, PictureSet } from './folders.ts';
import type { PictureFacts } from './names.ts';

const FILE = 'media.jsonl';

/** Whether the folder describes its pictures as a bundle does. */
export function hasMediaLines(folder: string): boolean {
  return existsSync(join(folder, FILE));
}

/** The pictures of a `media.jsonl`, in which a game may have a key of any source. */
export async function listMediaLines(folder: string, finder: GameFinder, onRefused: OnRefused): Promise<PictureSet[]> {
  const file = await findFileInside(folder, FILE);
  if (typeof file === 'string') throw new OperatorError(`${folder}: ${FILE} ${file}`);
  const problems = new Problems();
  const found: PictureSet[] = [];
  for await (const { line, number } of readLinesAt(file.path, FILE, problems)) {
    const refuse = (why: string) => onRefused(`${FILE}:${number}`, why);
    const game = await finder.findByKey(line.key);
    const platform = finder.findPlatform(line.platform);
    if (!game) refuse(`there is no game ${line.key}`);
    else if (typeof platform === 'string' || !game.platformIds.includes(platform.platform_id))
      refuse(`the catalog does not have ${game.title} on ${line.platform}`);
    else found.push({ game, platform, list: (refuseFile) => listPictures(folder, line, refuseFile) });
  }
  problems.throwIfAny(folder);
  return found;
}

async function* listPictures(
  folder: string,
  { screenshots = [], cover_groups = [] }: MediaLine,
  onRefused: OnRefused,
): AsyncGenerator<PictureFile> {
  const covers = cover_groups.flatMap((group) =>
    group.covers.map(({ description, comments, scan_of, ...picture }) => ({
      picture,
      facts: { scan_of, countries: group.countries, description, comments, group: group.comments },
    })),
  );
  const shots = screenshots.map(({ caption, ...picture }) => ({ picture, facts: { countries: [], caption } }));
  for (const { picture, facts: nullable } of [...shots, ...covers]) {
    const facts = withoutNull(nullable);
    const { image, thumbnail_image, width, height, file } = picture;
    if (file === undefined) {
      // The schema requires a file or a link.
      const link = { image, thumbnail_image, width, height } as StoredPicture;
      yield { facts, name: String(image), link };
      continue;
    }
    const found = await findFileInside(folder, file);
    if (typeof found === 'string') onRefused(file, `it ${found}`);
    else yield { facts, name: file, path: found.path };
  }
}

function withoutNull(facts: object): PictureFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value != null)) as unknown as PictureFacts;
}
