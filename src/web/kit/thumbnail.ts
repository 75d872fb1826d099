import type { Picture } from '../../catalog/model/resources.ts';
import { listThumbnails } from '../../pictures/picture-paths.ts';
import { safeUrl } from './format.ts';
import { type Html, html } from './html.ts';

/** An `<img>` with srcset. Its width and height prevent layout shifts. The main picture of a page is not loaded lazily. */
export function thumbnail(picture: Picture, sizes: string, alt = '', isMain = false): Html {
  const { image, thumbnail_image, width, height } = picture;
  const sources = listThumbnails(thumbnail_image, width).map((source) => `${source.address} ${source.width}w`);
  const srcset = sources.length > 1 && html` srcset="${sources.join(', ')}" sizes="${sizes}"`;
  return html`<img src="${safeUrl(thumbnail_image) ?? image}"${srcset} alt="${alt}" width="${width}" height="${height}" ${isMain ? html`fetchpriority="high"` : html`loading="lazy"`} decoding="async">`;
}
