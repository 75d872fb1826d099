import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Bundle, Problems, readLines } from '../../bundle/bundle.ts';
import { findFileInside } from '../../bundle/check-files.ts';
import type { MediaLine } from '../../bundle/lines.ts';
import { OperatorError } from '../../errors.ts';
import type { StoredPicture } from '../../pictures/picture-store.ts';
import type { OnRefused } from '../importer.ts';
import type { GameFinder } from './find-games.ts';
import type { PictureAbout } from './names.ts';
import type { PictureFile, PictureSet } from './picture-set.ts';

const FILE = 'media.jsonl';

/** Whether the pictures of a folder are told of as in a bundle. */
export function hasLines(folder: string): boolean {
  return existsSync(join(folder, FILE));
}

/** The pictures that the lines speak of; a game is named by a key of any source. */
export async function listLines(folder: string, finder: GameFinder, onRefused: OnRefused): Promise<PictureSet[]> {
  const inside = await findFileInside(folder, FILE);
  if (typeof inside === 'string') throw new OperatorError(`${folder}: ${FILE} ${inside}`);
  const problems = new Problems();
  const found: PictureSet[] = [];
  for await (const { line, number } of readLines(asBundle(folder), FILE, problems)) {
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

/** Just so much of a bundle as has to be there for its lines to be read. */
function asBundle(folder: string): Bundle {
  const source = { id: 'pictures', name: 'Pictures', version: '1', licence: '', url: null };
  const files = [{ path: FILE, records: 0, bytes: 0, sha256: '' }];
  return {
    folder,
    name: folder,
    source,
    manifest: { format: 'game-catalog-bundle', version: 1, complete: false, sources: [source], files },
  };
}

async function* listPictures(
  folder: string,
  { screenshots = [], cover_groups = [] }: MediaLine,
  onRefused: OnRefused,
): AsyncGenerator<PictureFile> {
  const covers = cover_groups.flatMap((group) =>
    group.covers.map(({ description, comments, scan_of, ...cover }) => ({
      cover,
      about: { scan_of, countries: group.countries, description, comments, group: group.comments },
    })),
  );
  const shots = screenshots.map(({ caption, ...cover }) => ({ cover, about: { countries: [], caption } }));
  for (const { cover, about } of [...shots, ...covers]) {
    const known = withoutNull(about);
    const { image, thumbnail_image, width, height, file } = cover;
    if (file === undefined) {
      // The schema lets nothing pass that has neither.
      const link = { image, thumbnail_image, width, height } as StoredPicture;
      yield { about: known, name: String(image), link };
      continue;
    }
    const inside = await findFileInside(folder, file);
    if (typeof inside === 'string') onRefused(file, `it ${inside}`);
    else yield { about: known, name: file, path: inside.path };
  }
}

function withoutNull(about: object): PictureAbout {
  return Object.fromEntries(Object.entries(about).filter(([, value]) => value != null)) as unknown as PictureAbout;
}
