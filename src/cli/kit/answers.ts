import { readFile } from 'node:fs/promises';
import type { FileHashes } from '../../catalog/identify.ts';
import type { FileMatch, Game } from '../../catalog/model/resources.ts';
import { COVER_SIZE, COVERS_PATH, coverText } from '../../catalog/render/generated-cover.ts';
import type { Include } from '../../catalog/render/included.ts';
import { type Config, coversFolder, mediaFolder, publicUrlOf } from '../../config.ts';
import { type DrawingProcess, openDrawingProcess } from '../../covers/drawing-process.ts';
import { AppError, OperatorError } from '../../errors.ts';
import { makePicture } from '../../pictures/inspect.ts';
import { openPictureFiles } from '../../pictures/picture-files.ts';
import { parsePicturePath } from '../../pictures/picture-paths.ts';
import { type Ask, withLocalApi } from '../../server/local-api.ts';
import { openServer, readList } from './ask-server.ts';
import type { Input } from './command.ts';
import { withExistingStore } from './with-store.ts';

/** As many as a request may have, of files and of ids. */
export const MAX_ASKED = 100;

/** Games by these ids, or the first ones that `q` finds, or else all that have any value of each other list. */
export interface GameQuery {
  id?: readonly number[];
  q?: string;
  platform?: readonly number[];
  product_code?: readonly string[];
  external_id?: readonly string[];
  offset?: number;
  limit?: number;
}

/** What a command asks a catalog: the local one, or that of a server. */
export type Answers = ReturnType<typeof openAnswers> & {
  /** A picture of a game, as PNG or JPEG if it is stored with the catalog. */
  readPicture(address: string): Promise<Buffer>;
};

/** Asks the server of `--server`, or else the local catalog. */
export async function withAsk(
  { config, flags }: Pick<Input, 'config' | 'flags'>,
  work: (ask: Ask) => Promise<void>,
  maxWaitSeconds?: number,
): Promise<void> {
  if (flags.server !== undefined) return work(openServer(flags.server, flags.key, maxWaitSeconds));
  if (flags.key !== undefined) throw new OperatorError('--key needs --server; a local catalog needs no key');
  await withExistingStore(config, () => withLocalApi(config, work));
}

/** The same, for commands that need more than single requests. */
export function withAnswers(
  { config, flags }: Input,
  work: (answers: Answers) => Promise<void>,
  maxWaitSeconds?: number,
): Promise<void> {
  // Its pictures are read from the data folder.
  const local = { ...config, media_url: undefined, original_fields: false };
  const withPictures = async (ask: Ask) => {
    if (flags.server !== undefined)
      return work({ ...openAnswers(ask), readPicture: (address) => fetchPicture(asCommonType(address)) });
    const drawing = openDrawingProcess(coversFolder(config));
    const askLocal: Ask = (path, body) =>
      ask(path, body).catch((error) => {
        throw error instanceof AppError ? new OperatorError(error.message) : error;
      });
    const answers = openAnswers(askLocal);
    await work({ ...answers, readPicture: openPictures(local, drawing, answers) }).finally(drawing.close);
  };
  return withAsk({ config: local, flags }, withPictures, maxWaitSeconds);
}

function openAnswers(ask: Ask) {
  return {
    /** Up to a hundred at once. */
    identify: async (files: readonly FileHashes[]): Promise<(FileMatch | null)[]> => {
      if (files.length === 0) return [];
      const answer = await ask('/identify', { files });
      return readList<FileMatch | null>(answer, 'matches', files.length);
    },
    /** Maybe fewer games than were asked for: the first ones that are not too large together. */
    listGames: async (query: GameQuery, include: readonly Include[]) => {
      const parameters = Object.entries({ ...query, match: 'any', include: include.join() })
        .flatMap(([name, values]) => [values].flat().map((value): [string, string] => [name, String(value)]))
        .filter(([, value]) => value !== '');
      const path = query.q === undefined ? '/games' : '/games/search';
      const answer = await ask(`${path}?${new URLSearchParams(parameters)}`);
      const games = await readList<Game>(answer, 'games');
      return { games, total: Number(answer.headers.get('total-count') ?? games.length) };
    },
  };
}

/** Reads pictures of the local catalog, and draws covers. */
function openPictures(config: Config, drawing: DrawingProcess, { listGames }: Pick<Answers, 'listGames'>) {
  const publicUrl = publicUrlOf(config);
  const pictures = openPictureFiles(mediaFolder(config), makePicture, () => {});
  return async (address: string): Promise<Buffer> => {
    if (!address.startsWith(`${publicUrl}/`)) return fetchPicture(address);
    const path = asCommonType(address.slice(publicUrl.length));
    if (path.startsWith(COVERS_PATH)) {
      const { games } = await listGames({ id: [Number.parseInt(path.slice(COVERS_PATH.length + 1), 10)] }, []);
      return drawing.draw({ kind: 'cover', text: coverText(games[0] as Game), width: COVER_SIZE.width });
    }
    const name = parsePicturePath(path);
    const found = name && (await pictures.find(name));
    if (!found) throw new OperatorError(`There is no picture ${path} in the data folder; run "ludex check"`);
    return found.bytes ?? readFile(found.path);
  };
}

/** Programs that show games may not know WebP. Servers have a copy of each stored picture. */
function asCommonType(address: string): string {
  return address.replace(/(\/media\/.*)\.(webp|avif)$/, '$1.jpg');
}

async function fetchPicture(address: string): Promise<Buffer> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(PICTURE_MS) }).catch((error: Error) => {
    throw new OperatorError(`${address} cannot be reached (${error.message})`);
  });
  if (!answer.ok) throw new OperatorError(`${address} answered ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

const PICTURE_MS = 60_000;
