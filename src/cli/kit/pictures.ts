import { type Config, mediaFolder } from '../../config.ts';
import { openFetcher } from '../../pictures/fetch.ts';
import type { PictureStore } from '../../pictures/picture-store.ts';
import { isPublicAddress } from '../../pictures/public-address.ts';
import { openRemotePictures, type RemotePictures } from '../../pictures/remote-pictures.ts';
import { VERSION } from '../../version.ts';
import type { Input } from './command.ts';
import { withPictureStore } from './with-picture-store.ts';

/** Keeps pictures during a command and collects the refused ones. */
export interface Pictures {
  pictureStore: PictureStore;
  onRefused(file: string, why: string, outcome?: string): void;
  refused: { file: string; why: string }[];
}

export function withPictures<T>({ config, switches }: Input, work: (pictures: Pictures) => Promise<T>): Promise<T> {
  return withPictureStore(config, { dryRun: switches.has('dry-run') }, (pictureStore) =>
    work(openPictures(pictureStore)),
  );
}

/** Prints one line per refused picture; a bad picture does not stop the import. */
export function openPictures(pictureStore: PictureStore): Pictures {
  const refused: Pictures['refused'] = [];
  const clearLine = process.stderr.isTTY ? '\r\u001b[K' : '';
  return {
    pictureStore,
    refused,
    onRefused: (file, why, outcome = 'is left out') => {
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
  return openRemotePictures(mediaFolder(config), pictureStore, openFetcher({ isAllowed: isPublicAddress, userAgent }));
}
