import type { GameRecord, RecordPlatform } from '../../catalog/model/record.ts';
import type { Picture } from '../../catalog/model/resources.ts';
import { coverGroupsOf, type RenderOptions, screenshotsOf } from '../../catalog/render/render.ts';
import { bdi, isLocalPicture, safeUrl } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import { thumbnail } from '../kit/thumbnail.ts';

type CaptionedPicture = Picture & { caption: string };

export function hasPictures({ platforms }: GameRecord): boolean {
  return platforms.some(({ screenshots, cover_groups }) => screenshots.length > 0 || cover_groups.length > 0);
}

export function screenshotSection(options: RenderOptions, record: GameRecord): Html {
  return section('Screenshots', 'shots', record, (platform) => [
    figures(
      options,
      screenshotsOf(platform, options).map((shot, i) => ({ ...shot, caption: shot.caption ?? `Screenshot ${i + 1}` })),
    ),
  ]);
}

export function coverSection(options: RenderOptions, record: GameRecord): Html {
  return section('Covers', 'covers', record, (platform) =>
    coverGroupsOf(record, platform, options).map(({ countries, comments, covers }) => {
      const about = [countries.join(', '), comments].filter(Boolean).join('. ');
      const pictures = covers.map((cover) => ({
        ...cover,
        caption: [cover.scan_of, cover.description, cover.comments].filter(Boolean).join('. '),
      }));
      return html`${about !== '' && html`<p class="muted">${bdi(about)}</p>`}${figures(options, pictures)}`;
    }),
  );
}

/** A section with a heading for each platform that has pictures. */
function section(title: string, name: string, record: GameRecord, draw: (platform: RecordPlatform) => Html[]): Html {
  const drawn = record.platforms
    .map((platform) => ({ platform, parts: draw(platform).filter(({ markup }) => markup !== '') }))
    .filter(({ parts }) => parts.length > 0);
  if (drawn.length === 0) return nothing;
  return html`<section class="${name}"><h2>${title}</h2>
${drawn.map(({ platform, parts }) => html`<h3>${bdi(platform.platform_name)}</h3>${parts}`)}</section>`;
}

/** Local pictures as thumbnails, remote ones as text links: for privacy, pages load nothing from other hosts. */
function figures({ mediaUrl }: RenderOptions, pictures: readonly CaptionedPicture[]): Html {
  const safe = pictures.filter(({ image }) => safeUrl(image));
  const local = safe.filter(({ image }) => isLocalPicture(image, mediaUrl));
  const remote = safe.filter((picture) => !local.includes(picture));
  return html`${local.length > 0 && gallery(local)}${remote.length > 0 && linkList(remote)}`;
}

function linkList(pictures: readonly CaptionedPicture[]): Html {
  return html`<ul class="plain">${pictures.map(
    ({ image, caption, width, height }) => html`<li><a href="${image}" rel="noopener nofollow">${bdi(caption)}</a>
<span class="muted">${width} × ${height}, at ${new URL(image).host}</span></li>`,
  )}</ul>`;
}

function gallery(pictures: readonly CaptionedPicture[]): Html {
  return html`<ul class="gallery">${pictures.map(
    (picture) => html`<li><figure>
<a href="${picture.image}" aria-label="${picture.caption}" data-lightbox>${thumbnail(picture, FIGURE_SIZES, picture.caption)}</a>
<figcaption>${bdi(picture.caption)}</figcaption></figure></li>`,
  )}</ul>`;
}

/** The column width in style.css. */
const FIGURE_SIZES = '(min-width: 40em) 13rem, 45vw';
