import type { GameRecord, RecordPlatform } from '../../catalog/model/record.ts';
import { coverGroupsOf, type RenderOptions, screenshotsOf } from '../../catalog/render/render.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import { thumbnail } from '../kit/thumbnail.ts';
import { isOurs, isolated, webAddress } from '../kit/words.ts';

interface Picture {
  image: string;
  thumbnail_image: string;
  width: number;
  height: number;
  /** What is written under it. */
  caption: string;
}

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
      return html`${about !== '' && html`<p class="quiet">${isolated(about)}</p>`}${figures(options, pictures)}`;
    }),
  );
}

/** Under the name of each platform that has any. */
function section(title: string, name: string, record: GameRecord, draw: (platform: RecordPlatform) => Html[]): Html {
  const drawn = record.platforms
    .map((platform) => ({ platform, parts: draw(platform).filter(({ markup }) => markup !== '') }))
    .filter(({ parts }) => parts.length > 0);
  if (drawn.length === 0) return nothing;
  return html`<section class="${name}"><h2>${title}</h2>
${drawn.map(({ platform, parts }) => html`<h3>${isolated(platform.platform_name)}</h3>${parts}`)}</section>`;
}

/**
 * Links to the whole pictures; a script makes a lightbox of them. Pictures that only other hosts have are links in words: who
 * reads a page of ours is nobody else's business.
 */
function figures({ mediaUrl }: RenderOptions, pictures: readonly Picture[]): Html {
  const known = pictures.filter(({ image }) => webAddress(image));
  const own = known.filter(({ image }) => isOurs(image, mediaUrl));
  const elsewhere = known.filter((picture) => !own.includes(picture));
  return html`${own.length > 0 && gallery(own)}${elsewhere.length > 0 && linkList(elsewhere)}`;
}

function linkList(pictures: readonly Picture[]): Html {
  return html`<ul class="plain">${pictures.map(
    ({ image, caption, width, height }) => html`<li><a href="${image}" rel="noopener nofollow">${isolated(caption)}</a>
<span class="quiet">${width} × ${height}, at ${new URL(image).host}</span></li>`,
  )}</ul>`;
}

function gallery(pictures: readonly Picture[]): Html {
  return html`<ul class="figures-row">${pictures.map(
    (picture) => html`<li><figure>
<a href="${picture.image}" aria-label="${picture.caption}" data-lightbox>${thumbnail(picture, FIGURE_SIZES, picture.caption)}</a>
<figcaption>${isolated(picture.caption)}</figcaption></figure></li>`,
  )}</ul>`;
}

/** As wide as style.css makes a column. */
const FIGURE_SIZES = '(min-width: 40em) 13rem, 45vw';
