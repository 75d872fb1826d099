import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { escapeControls } from '../../bundle/plain-text.ts';
import { failureOf, OperatorError } from '../../errors.ts';
import { findPlatformsOfFolder } from '../../vocabulary/folders.ts';
import { findFixedId } from '../../vocabulary/vocabulary.ts';
import { type Answers, withAnswers } from '../kit/answers.ts';
import { formatCount, type Input, print } from '../kit/command.ts';
import { describe } from '../scrape/entry.ts';
import { type Found, findGames } from '../scrape/find-games.ts';
import { FORMATS, type Format, type Place, type Row } from '../scrape/formats.ts';
import { savePictures } from '../scrape/media.ts';
import { openMemory, readFiles, replaceFile } from '../scrape/memory.ts';
import { listRoms } from '../scrape/roms.ts';

/** The limits of a key are per hour. */
const MAX_WAIT_SECONDS = 3600;
/** Without --verbose. */
const MAX_TOLD = 10;

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const NOT_UTF_8 = 'ERR_ENCODING_INVALID_ENCODED_DATA';

/** Writes the list of each folder. A folder that fails is told, and the next one is done. */
export async function scrape(input: Input): Promise<void> {
  const format = chooseFormat(input);
  const places = input.args.flatMap((folder) => listPlaces(resolve(folder), input, format));
  if (places.length === 0)
    throw new OperatorError(
      `No folder in ${input.args.join(', ')} has the name of a platform; name it with --platform`,
    );
  let failed = 0;
  const work = async (answers: Answers) => {
    // A wrong key is told now, and not after hours of reading files.
    await answers.listGames({ id: [1] }, []);
    for (const place of places) {
      try {
        failed += await scrapePlace(place, format, answers, input);
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        process.stderr.write(`ludex: ${error.message}\n`);
        failed++;
      }
    }
  };
  await withAnswers(input, work, MAX_WAIT_SECONDS);
  if (failed > 0)
    throw new OperatorError(
      `${formatCount(failed, 'problem')}; all else is done, and running it again does only the rest`,
    );
}

function chooseFormat({ flags }: Input): Format {
  const { format: name = 'gamelist', output } = flags;
  const format = FORMATS[name];
  if (!format) throw new OperatorError(`--format must be one of ${Object.keys(FORMATS).join(', ')}`);
  if (output !== undefined && format.output === undefined)
    throw new OperatorError(`--output is for es-de and launchbox; the lists of ${name} are beside the games`);
  if (output === undefined && format.output === '')
    throw new OperatorError(`--format ${name} needs --output FOLDER, the folder of the program`);
  return output === undefined ? format : { ...format, output };
}

/** The folder itself if it has the name of a platform, or else the folders in it that have. */
function listPlaces(folder: string, { flags }: Input, { output = '' }: Format): Place[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new OperatorError(`${folder} is no folder`);
  const placeOf = (path: string, name: string): Place[] => {
    const platforms = findPlatformsOfFolder(name);
    return platforms.length === 0 ? [] : [{ folder: path, output: resolve(output), platforms }];
  };
  if (flags.platform !== undefined) {
    const own = placeOf(folder, flags.platform);
    if (own.length > 0) return own;
    throw new OperatorError(
      `"${flags.platform}" is no platform; name it as a frontend names its folder, such as snes or megadrive`,
    );
  }
  // RomM has the files of a platform in its folder, or in "roms" there.
  const own = placeOf(folder, basename(folder) === 'roms' ? basename(dirname(folder)) : basename(folder));
  if (own.length > 0) return own;
  const isFolder = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory();
  const names = readdirSync(folder).filter((name) => !name.startsWith('.') && isFolder(name));
  const places = names.toSorted().flatMap((name) => placeOf(join(folder, name), name));
  const others = names.filter((name) => !places.some((place) => place.folder === join(folder, name)));
  if (others.length > 0)
    process.stderr.write(`ludex: No name of a platform, so skipped in ${folder}: ${others.join(', ')}\n`);
  return places;
}

/** Returns the number of problems. */
async function scrapePlace(
  place: Place,
  format: Format,
  answers: Answers,
  { flags, switches }: Input,
): Promise<number> {
  const list = format.list(place);
  const isDryRun = switches.has('dry-run');
  // A damaged list is told before the work.
  merge(format, list, [], place, false);
  const roms = await listRoms(place.folder);
  // Frontends make a folder for each platform that they know.
  if (roms.length === 0) return 0;
  const memory = openMemory(dirname(list), !isDryRun);
  const facts = await readFiles(
    roms.flatMap(({ files }) => files),
    memory,
  );
  const platforms = place.platforms.flatMap((key) => findFixedId(key) ?? []);
  const isArcade = place.platforms.includes('platform:arcade');
  const all = await findGames(roms, { answers, server: flags.server, memory, facts, platforms, isArcade });
  memory.save();
  const rows = all.map(
    (found): Row => ({ found, entry: found.game && describe(found, found.game, platforms), pictures: {} }),
  );
  if (switches.has('media') && !isDryRun) await savePictures(rows, { answers, format, place });
  const { text, added, changed, before } = merge(format, list, rows, place, switches.has('overwrite'));
  if (text !== before && !isDryRun) replaceFile(list, text);
  report(place, all, switches.has('verbose'));
  const done = text === before ? 'unchanged' : `${formatCount(added, 'new game')}, ${changed} with new values`;
  print(`  ${list}: ${done}${isDryRun && text !== before ? ' (dry run: not written)' : ''}`);
  return all.filter(({ isFailed, game }) => isFailed && !game).length;
}

/** With what the list has now: another program may have changed it meanwhile. */
function merge(format: Format, list: string, ...args: [rows: readonly Row[], place: Place, overwrite: boolean]) {
  try {
    const before = existsSync(list) ? UTF_8.decode(readFileSync(list)) : '';
    return { ...format.write(before, ...args), before };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const why = error instanceof OperatorError ? message : code === NOT_UTF_8 ? 'is not UTF-8' : undefined;
    if (why === undefined && !(error as NodeJS.ErrnoException).syscall) throw error;
    const what = why ?? `cannot be read (${failureOf(error)})`;
    throw new OperatorError(`${list} ${what}; it was left as it is: repair it, or move it away`);
  }
}

function report({ folder }: Place, all: readonly Found[], isVerbose: boolean): void {
  const known = all.filter(({ game }) => game);
  const ways = [...Map.groupBy(known, ({ by }) => by)].map(([by, { length }]) => `${length} by ${by}`);
  print(
    `${folder}: ${known.length} of ${formatCount(all.length, 'file')} identified${ways.length > 0 ? ` (${ways.join(', ')})` : ''}`,
  );
  const notable = all.filter(({ game, problem }) => !game || problem !== undefined);
  const told = isVerbose ? all : notable.slice(0, MAX_TOLD);
  for (const { rom, game, why } of told)
    print(oneLine(`  ${rom.path.slice(folder.length + 1)}: ${game ? `${game.title}, because ${why}` : why}`));
  const rest = notable.length - told.length;
  if (rest > 0) print(`  and ${rest} more; --verbose lists all`);
}

/** A name may have line breaks. */
function oneLine(text: string): string {
  return escapeControls(text).replaceAll('\n', '\\u000a');
}
