import { OperatorError } from '../../errors.ts';
import type { GameKind } from '../../vocabulary/kinds.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { convertRomLists, platformBySystem, type SystemFile } from '../libretro/convert.ts';
import { toStatement } from '../libretro/statement.ts';
import { listSourceFiles, type SourceFile } from '../source-files.ts';
import { readText } from '../source-text.ts';
import { makeUnknowns } from '../unknowns.ts';
import { childrenOf, readXml, textOf, type XmlElement } from '../xml.ts';
import { readZipFiles } from '../zip.ts';

const FILES = { pattern: /\.(dat|xml|zip)(\.gz)?$/i, name: 'DAT files (that end in .dat, .xml or .zip)', deep: true };
const ZIP = /\.zip$/i;
const DAT_IN_ZIP = /\.(dat|xml)$/i;

interface DatFile extends SystemFile {
  /** Its name in a .zip. */
  zipEntry?: RegExp;
}

/** Converts DAT files in the format of Logiqx, such as those of No-Intro and Redump. */
export async function convertDats(input: ConvertInput): Promise<ConvertReport> {
  const unknowns = makeUnknowns();
  const files: DatFile[] = [];
  for (const file of listSourceFiles(input.paths, FILES)) {
    for (const dat of ZIP.test(file.path) ? await listZipped(file) : [file])
      files.push({ ...dat, system: await findSystem(dat) });
  }
  return convertRomLists(input, {
    id: 'dats',
    name: 'DAT',
    files,
    unknowns,
    skipsBareGames: false,
    read: async ({ path, zipEntry }, i, onStatement, onChunk, broken) => {
      const games: XmlElement[] = [];
      const onEntry = (game: XmlElement) => void games.push(game);
      const reader = { roots: ['datafile'], entries: ['game', 'machine'], onEntry, ...(zipEntry && { zipEntry }) };
      await readXml(path, reader, onChunk, broken);
      const names = new Map(games.map(({ attributes: { id, name } }) => [id, name]));
      for (const game of games) {
        const { cloneof, cloneofid } = game.attributes;
        const parent = cloneof ?? (cloneofid && names.get(cloneofid));
        const [category] = childrenOf(game, 'category').map(textOf);
        const statement = toStatement(toBlock(game), i, unknowns);
        if (!statement) continue;
        // Discs of many games share silent tracks and warnings, so only the largest file tells what game it is.
        const [crc32, sha1] = [statement.crc32.slice(0, 1), statement.sha1.slice(0, 1)];
        onStatement({ ...statement, crc32, sha1, parent, kind: KINDS[category ?? ''] });
      }
    },
  });
}

async function listZipped(file: SourceFile): Promise<(SourceFile & { zipEntry: RegExp })[]> {
  const names: string[] = [];
  for await (const { name } of readZipFiles(file.path)) if (DAT_IN_ZIP.test(name)) names.push(name);
  if (names.length === 0) throw new OperatorError(`${file.path} has no DAT file; nothing was imported`);
  return names.map((name) => ({
    path: file.path,
    bytes: file.bytes / names.length,
    zipEntry: new RegExp(`^${RegExp.escape(name)}$`),
  }));
}

const MAX_HEADER_LENGTH = 1_000_000;
const HEADER = /<header>(?:(?!<\/header>)[\s\S])*?<name>([^<]+)<\/name>/;
/** What names of lists say beside the system: of how the files were made, or of the list itself. */
const SUFFIX =
  / \((?:Parent-Clone|Retool|Decrypted|Encrypted|BigEndian|ByteSwapped|Headered|Headerless|CDN|J64|ROM|A78|BIN|LNX|LYX|BLL|FDS|QD|[\d-]{8,}( [\d-]+)?)\)$/;

/** The system that the header names, without the suffixes that `libretro-platforms.tsv` does not have. */
async function findSystem({ path, zipEntry }: Pick<DatFile, 'path' | 'zipEntry'>): Promise<string> {
  let head = '';
  for await (const text of readText(path, () => {}, zipEntry)) {
    head += text;
    if (head.includes('</header>') || head.length > MAX_HEADER_LENGTH) break;
  }
  const name = HEADER.exec(head)?.[1]?.replaceAll('&amp;', '&').trim();
  if (name === undefined)
    throw new OperatorError(`${path} is no DAT file in XML: it has no <header> with a <name>; nothing was imported`);
  let system = name;
  while (!platformBySystem.has(system) && SUFFIX.test(system)) system = system.replace(SUFFIX, '');
  return platformBySystem.has(system) ? system : name;
}

/** The categories of Redump and No-Intro that are no games. */
const KINDS: Partial<Record<string, GameKind>> = {
  Demos: 'demo',
  Coverdiscs: 'magazine',
  'Add-Ons': 'add-on',
  'Bonus Discs': 'add-on',
  Applications: 'utility',
  Audio: 'utility',
  Multimedia: 'utility',
  Video: 'utility',
};

/** Fields beside the attributes of `<game>` and `<rom>`, as `libretro-fields.tsv` has them. */
const TEXTS = ['serial', 'year', 'manufacturer'];

function toBlock(game: XmlElement): Parameters<typeof toStatement>[0] {
  const texts = TEXTS.flatMap((field) =>
    childrenOf(game, field).map((child): [string, string] => [field, textOf(child)]),
  );
  const blocks = childrenOf(game, 'rom')
    .toSorted((a, b) => Number(b.attributes.size ?? 0) - Number(a.attributes.size ?? 0))
    .map(({ attributes }) => ({
      name: 'rom',
      values: Object.entries(attributes) as [string, string][],
      blocks: [],
    }));
  return { name: 'game', values: [['name', game.attributes.name ?? ''], ...texts], blocks };
}
