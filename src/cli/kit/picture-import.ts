import { type Config, mediaFolder } from '../../config.ts';
import { isPublicAddress, makeFetcher } from '../../pictures/fetch.ts';
import {
  openDryRunPictureStore,
  openPictureStore,
  type PictureStore,
  type PictureStoreOptions,
} from '../../pictures/picture-store.ts';
import { openRemotePictures, type RemotePictures } from '../../pictures/remote-pictures.ts';
import { VERSION } from '../../version.ts';
import type { Input } from './command.ts';

/** Stores the pictures of one import and collects the skipped ones. */
export interface PictureImport {
  pictureStore: PictureStore;
  onRefused(file: string, why: string, outcome?: string): void;
  refused: { file: string; why: string }[];
}

/** Opens the picture folder for one command. */
export function withPictureStore<T>(
  config: Config,
  { dryRun = false, ...options }: PictureStoreOptions & { dryRun?: boolean },
  work: (pictureStore: PictureStore) => Promise<T>,
): Promise<T> {
  const folder = mediaFolder(config);
  return work(dryRun ? openDryRunPictureStore(folder) : openPictureStore(folder, options));
}

export function withPictureImport<T>(input: Input, work: (pictures: PictureImport) => Promise<T>): Promise<T> {
  const dryRun = input.switches.has('dry-run');
  return withPictureStore(input.config, { dryRun }, (pictureStore) => work(openPictureImport(pictureStore)));
}

/** Prints one line per skipped picture; a bad picture does not stop the import. */
function openPictureImport(pictureStore: PictureStore): PictureImport {
  const refused: PictureImport['refused'] = [];
  const clearLine = process.stderr.isTTY ? '\r\u001b[K' : '';
  return {
    pictureStore,
    refused,
    onRefused: (file, why, outcome = 'was skipped') => {
      refused.push({ file, why });
      process.stderr.write(`${clearLine}${toSingleLine(`${file} ${outcome}: ${why}`)}\n`);
    },
  };
}

/** File names may contain control characters, line breaks or bidirectional overrides. */
function toSingleLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '\ufffd');
}

/** Downloads linked pictures. */
export function openRemote(config: Config, pictureStore: PictureStore): Promise<RemotePictures> {
  const userAgent = `Ludex/${VERSION} (pictures for a catalog)`;
  return openRemotePictures(mediaFolder(config), pictureStore, makeFetcher({ isAllowed: isPublicAddress, userAgent }));
}
