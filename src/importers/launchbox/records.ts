import type { XmlReader } from '../xml.ts';

/** The fields of a `<Game>`, or of a `<GameAlternateName>`, with the number of its last line. Missing fields are empty. */
export type Fields = Readonly<Partial<Record<(typeof FIELDS)[number], string>>>;

const FIELDS = [
  'DatabaseID',
  'Name',
  'Platform',
  'ReleaseDate',
  'ReleaseYear',
  'ReleaseType',
  'Overview',
  'MaxPlayers',
  'Cooperative',
  'CommunityRating',
  'CommunityRatingCount',
  'ESRB',
  'Genres',
  'Developer',
  'Publisher',
  'AlternateName',
  'Region',
] as const;

/** Reads `Metadata.xml`. It also lists platforms, emulators and images, which are skipped. */
export function recordReader(onRecord: (fields: Fields, line: number) => void): XmlReader {
  /** Undefined outside of a record: a platform has a name, too. */
  let fields: Partial<Record<string, string>> | undefined;
  const open = () => {
    fields = {};
  };
  const close = (_text: string, line: number) => {
    onRecord(fields as Fields, line);
    fields = undefined;
  };
  const closing = FIELDS.map((name): [string, (text: string) => void] => [
    name,
    (text) => {
      if (fields && text !== '') fields[name] = text;
    },
  ]);
  return {
    roots: ['LaunchBox'],
    entry: 'Game',
    zipEntry: /^Metadata\.xml$/i,
    opening: { Game: open, GameAlternateName: open },
    closing: { ...Object.fromEntries(closing), Game: close, GameAlternateName: close },
  };
}
