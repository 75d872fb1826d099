import type { GameRecord } from '../../../catalog/model/record.ts';
import type { CoverGroup, Picture } from '../../../catalog/model/resources.ts';
import { coverGroupsOf, type RenderOptions, screenshotsOf } from '../../../catalog/render/render.ts';
import { bdi, formatCount, isLocalPicture, safeUrl, thumbnail } from '../../kit/format.ts';
import { Html, html, nothing } from '../../kit/html.ts';

type CaptionedPicture = Picture & { caption: string };

export function hasPictures({ platforms }: GameRecord): boolean {
  return platforms.some(({ screenshots, cover_groups }) => screenshots.length > 0 || cover_groups.length > 0);
}

/** Large screenshots of all platforms in a row that scrolls. Further ones are folded. */
export function screenshotSection(options: RenderOptions, record: GameRecord): Html {
  const pictures = record.platforms.flatMap((platform) =>
    screenshotsOf(platform, options).map((shot, i) => ({
      ...shot,
      caption: `${shot.caption ?? `Screenshot ${i + 1}`}${record.platforms.length > 1 ? ` (${platform.platform_name})` : ''}`,
    })),
  );
  const { local, remote } = divide(options, pictures);
  if (local.length + remote.length === 0) return nothing;
  const folded = local.slice(MAX_SHOTS);
  return html`<section class="shots"><h2>Screenshots</h2>
${local.length > 0 && html`<ul class="strip">${local.slice(0, MAX_SHOTS).map((picture) => figure(picture, SHOT_SIZES))}</ul>`}
${folded.length > 0 && html`<details class="folded"><summary>${formatCount(folded.length, 'more screenshot')}</summary>${gallery(folded)}</details>`}
${remote.length > 0 && html`<details class="folded"><summary>${formatCount(remote.length, 'screenshot')} on other sites</summary>${linkList(remote)}</details>`}</section>`;
}

const MAX_SHOTS = 12;
/** The height in style.css is 15rem, and most screenshots are 4:3. */
const SHOT_SIZES = '(min-width: 40em) 20rem, 80vw';

/** Covers with a heading for each platform that has any. */
export function coverSection(options: RenderOptions, record: GameRecord): Html {
  const drawn = record.platforms.map((platform) => {
    const { markup } = html`${coverGroupsOf(record, platform, options).map((group) => coverGroup(options, group))}`;
    return markup === '' ? nothing : html`<h3>${bdi(platform.platform_name)}</h3>${new Html(markup)}`;
  });
  if (drawn.every((part) => part === nothing)) return nothing;
  return html`<section class="covers"><h2>Covers</h2>
${drawn}</section>`;
}

function coverGroup(options: RenderOptions, { countries, comments, covers }: CoverGroup): Html {
  const about = [countries.join(', '), comments].filter(Boolean).join('. ');
  const pictures = covers.map((cover) => ({
    ...cover,
    caption: [cover.scan_of, cover.description, cover.comments].filter(Boolean).join('. '),
  }));
  const { local, remote } = divide(options, pictures);
  return html`${about !== '' && html`<p class="muted">${bdi(about)}</p>`}${local.length > 0 && gallery(local)}${remote.length > 0 && linkList(remote)}`;
}

/** Local pictures become thumbnails, remote ones text links: for privacy, pages load nothing from other hosts. */
function divide({ mediaUrl }: RenderOptions, pictures: readonly CaptionedPicture[]) {
  const safe = pictures.filter(({ image }) => safeUrl(image));
  const local = safe.filter(({ image }) => isLocalPicture(image, mediaUrl));
  return { local, remote: safe.filter((picture) => !local.includes(picture)) };
}

function linkList(pictures: readonly CaptionedPicture[]): Html {
  return html`<ul class="plain">${pictures.map(
    ({ image, caption, width, height }) => html`<li><a href="${image}" rel="noopener nofollow">${bdi(caption)}</a>
<span class="muted">${width} × ${height}, at ${new URL(image).host}</span></li>`,
  )}</ul>`;
}

function gallery(pictures: readonly CaptionedPicture[]): Html {
  return html`<ul class="gallery">${pictures.map((picture) => figure(picture, FIGURE_SIZES))}</ul>`;
}

function figure(picture: CaptionedPicture, sizes: string): Html {
  return html`<li><figure>
<a href="${picture.image}" aria-label="${picture.caption}" data-lightbox>${thumbnail(picture, sizes, picture.caption)}</a>
<figcaption>${bdi(picture.caption)}</figcaption></figure></li>`;
}

/** The column width in style.css. */
const FIGURE_SIZES = '(min-width: 40em) 13rem, 45vw';
