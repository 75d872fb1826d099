import Type from 'typebox';
import { GameBrief, Nullable, Platform, Release, Text } from './resources.ts';

const Hash = (digits: number) => Type.String({ pattern: `^[0-9a-f]{${digits}}$` });

export const Dump = Type.Object(
  {
    name: Nullable(Text()),
    size: Nullable(Type.Integer({ minimum: 0 }), 'In bytes'),
    crc: Nullable(Hash(8), 'CRC-32'),
    md5: Nullable(Hash(32)),
    sha1: Nullable(Hash(40)),
  },
  { description: 'A file with the contents of a cartridge, disk or tape, as a source lists it' },
);

export const FileToIdentify = Type.Partial(
  Type.Object({
    sha1: Type.String({ pattern: '^[0-9A-Fa-f]{40}$' }),
    md5: Type.String({ pattern: '^[0-9A-Fa-f]{32}$' }),
    crc: Type.String({ pattern: '^[0-9A-Fa-f]{8}$', description: 'CRC-32' }),
    size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'In bytes' }),
  }),
  {
    description: 'A file by its hashes: at least one of them',
    anyOf: [{ required: ['sha1'] }, { required: ['md5'] }, { required: ['crc'] }],
    additionalProperties: false,
  },
);

export const FileMatch = Type.Object(
  {
    game: GameBrief,
    platform: Nullable(
      Platform,
      'Null if the source does not tell it, or if the game has the file on several platforms',
    ),
    release: Nullable(Release, 'Null if it cannot be told, or if several releases of the game have the file'),
    dump: Dump,
    matched_by: Type.Enum(['sha1', 'md5', 'crc'], { description: 'The strongest hash that was found' }),
    other_games: Type.Array(GameBrief, { description: 'Other games that have the file, the best known first' }),
  },
  { description: 'The game that a file belongs to. If several games have the file, the best known one' },
);
export type FileMatch = Type.Static<typeof FileMatch>;
