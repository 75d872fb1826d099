import { listThumbnails } from '../../pictures/addresses.ts';
import { type Html, html } from './html.ts';
import { webAddress } from './words.ts';

interface Picture {
  image: string;
  thumbnail_image: string;
  width: number;
  height: number;
}

/**
 * The small version of a picture, with the size of the whole one: its place is kept before it comes. Of our own there are
 * several, and the browser takes the one that fits its screen. The picture that a page is about comes first, others when they
 * come into sight.
 */
export function thumbnail(picture: Picture, sizes: string, alt = '', isMain = false): Html {
  const { image, thumbnail_image, width, height } = picture;
  const choices = listThumbnails(thumbnail_image, width).map((one) => `${one.address} ${one.width}w`);
  const srcset = choices.length > 1 && html` srcset="${choices.join(', ')}" sizes="${sizes}"`;
  return html`<img src="${webAddress(thumbnail_image) ?? image}"${srcset} alt="${alt}" width="${width}" height="${height}" ${isMain ? html`fetchpriority="high"` : html`loading="lazy"`} decoding="async">`;
}
