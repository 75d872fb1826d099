import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Bundle } from '../../bundle/bundle.ts';
import type { CatalogReader } from '../../store/catalog/writer.ts';
import { VERSION } from '../../version.ts';
import { CORRECTIONS } from './layer-line.ts';
import type { LoadOptions } from './load-options.ts';

/**
 * What an import of the bundle depends on, besides the catalog: the same bundle again changes nothing. Undefined if it also depends
 * on something else: corrections are checked against the catalog, and pictures may have been removed or be fetched anew, and a
 * mirror may have more of an original than its dump.
 */
export function bundleDigest(
  { folder, manifest }: Bundle,
  { remote, mirror }: Pick<LoadOptions, 'remote' | 'mirror'>,
): string | undefined {
  const { complete, files } = manifest;
  const sources = manifest.sources.map(({ id }) => id);
  if (remote || mirror || sources.includes(CORRECTIONS) || existsSync(join(folder, 'media'))) return undefined;
  return hash('sha256', JSON.stringify({ VERSION, complete, sources, files }), 'base64url');
}

/** Whether the lines of all sources of the bundle are from a bundle with this digest. */
export async function isImported(
  reader: Pick<CatalogReader, 'findImportedBundle'>,
  { manifest }: Bundle,
  digest: string | undefined,
): Promise<boolean> {
  const found = await Array.fromAsync(manifest.sources, ({ id }) => reader.findImportedBundle(id));
  return digest !== undefined && found.every((other) => other === digest);
}
