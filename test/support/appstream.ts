import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { GameLine, MediaLine } from '../../src/bundle/lines.ts';
import { convertAppstream } from '../../src/importers/appstream/convert.ts';
import { NO_CORRECTIONS } from '../../src/importers/importer.ts';
import { temporaryFolder } from './bundle.ts';
import { type Converted, readJsonLines } from './mame.ts';

export type Fields = Record<string, unknown>;

const HEAD = {
  File: 'DEP-11',
  Version: '1.0',
  Origin: 'debian-test-main',
  MediaBaseUrl: 'https://media.example/test',
  Time: '20260101T000000',
};

/** A typical component with overrides. `undefined` removes a field. */
export function component(fields: Fields = {}): Fields {
  const { ID = 'org.example.Hop' } = fields;
  return {
    Type: 'desktop-application',
    ID,
    Package: 'hop',
    Name: { C: 'Hop' },
    Summary: { C: 'Hop over things' },
    Description: { C: '<p>A game about hopping.</p>' },
    Categories: ['Game', 'ArcadeGame'],
    ...fields,
  };
}

export function catalogText(components: readonly Fields[], head: Fields = {}): string {
  return [{ ...HEAD, ...head }, ...components].map((document) => `---\n${stringify(document)}`).join('');
}

export function writeCatalog(content: string | Buffer, name = 'Components-amd64.yml'): string {
  const path = join(temporaryFolder('catalog'), name);
  writeFileSync(path, content);
  return path;
}

export interface ConvertedCatalog extends Converted {
  media: MediaLine[];
}

export async function convertCatalogs(paths: readonly string[]): Promise<ConvertedCatalog> {
  const folder = join(temporaryFolder('appstream'), 'bundle');
  const report = await convertAppstream({
    paths,
    flags: {},
    corrections: NO_CORRECTIONS,
    folder,
    onProgress: () => {},
  });
  const lines = <T>(name: string) => (existsSync(join(folder, name)) ? readJsonLines<T>(join(folder, name)) : []);
  return { folder, games: lines<GameLine>('games.jsonl'), media: lines<MediaLine>('media.jsonl'), ...report };
}

export function convertComponents(components: readonly Fields[], head: Fields = {}): Promise<ConvertedCatalog> {
  return convertCatalogs([writeCatalog(catalogText(components, head))]);
}

/** Converts a component into its one game. */
export async function gameOf(fields: Fields = {}, head: Fields = {}): Promise<GameLine> {
  const { games } = await convertComponents([component(fields)], head);
  if (games.length !== 1) throw new Error(`expected one game, got ${games.length}`);
  return games[0] as GameLine;
}
