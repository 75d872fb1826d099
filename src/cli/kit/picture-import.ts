import { type Config, mediaFolder } from '../../config.ts';
import { isPublicAddress, makeFetcher } from '../../pictures/fetch.ts';
import { openDryRunPictureStore, openPictureStore, type PictureStore } from '../../pictures/picture-store.ts';
import { openRemotePictures, type RemotePictures } from '../../pictures/remote-pictures.ts';
import { VERSION } from '../../version.ts';
import type { Input } from './command.ts';

/** Stores the pictures of one import and collects the skipped ones. */
export interface PictureImport {
  pictureStore: PictureStore;
  onRefused(file: string, why: string, outcome?: string): void;
  refused: { file: string; why: string }[];
}

/** Prints one line per skipped picture; a bad picture does not stop the import. */
export function openPictureImport({ config, switches }: Input): PictureImport {
  const folder = mediaFolder(config);
  const refused: PictureImport['refused'] = [];
  const clearLine = process.stderr.isTTY ? '\r\u001b[K' : '';
  return {
    pictureStore: switches.has('dry-run') ? openDryRunPictureStore(folder) : openPictureStore(folder),
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
