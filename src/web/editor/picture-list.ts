import type { App } from '../../app.ts';
import type { GameRecord, RecordPlatform } from '../../catalog/model/record.ts';
import type { Picture } from '../../catalog/model/resources.ts';
import { MEDIA_PATH } from '../../config.ts';
import { bdi, isLocalPicture } from '../kit/format.ts';
import { form, hiddenField } from '../kit/forms.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { thumbnail } from '../kit/thumbnail.ts';
import type { EditedGame } from './edited-game.ts';

/** A picture with what it shows. `image` is the stored path, or a link. */
type NamedPicture = Picture & { name: string };

export function listPictures({ platforms }: GameRecord): NamedPicture[] {
  return platforms.flatMap(picturesOf);
}

function picturesOf({ screenshots, cover_groups }: RecordPlatform): NamedPicture[] {
  const covers = cover_groups.flatMap((group) => group.covers);
  return [
    ...covers.map((cover) => ({ ...cover, name: [cover.scan_of, cover.description].filter(Boolean).join('. ') })),
    ...screenshots.map((shot, i) => ({ ...shot, name: shot.caption ?? `Screenshot ${i + 1}` })),
  ];
}

/** The id of a picture in the page, by its place among all of the game. */
export function pictureId(place: number): string {
  return `picture-${place}`;
}

/** All pictures of a game by platform, each with buttons. */
export function pictureList(request: SignedInRequest, game: EditedGame & { record: GameRecord }): Html {
  let count = 0;
  return html`${game.record.platforms.map((platform) => {
    const own = picturesOf(platform).map((picture) => ({ ...picture, id: pictureId(count++) }));
    return own.length === 0
      ? nothing
      : html`<section><h2>${bdi(platform.platform_name)}</h2>
<ul class="gallery">${own.map((picture) => pictureItem(request, game, picture, platform))}</ul></section>`;
  })}`;
}

function pictureItem(
  request: SignedInRequest,
  { gameId, version, record }: EditedGame & { record: GameRecord },
  picture: NamedPicture & { id: string },
  platform: RecordPlatform,
): Html {
  const { image, name, id } = picture;
  const isMain = record.main_picture === image;
  const about = `${name}, ${platform.platform_name}`;
  const change = (value: string, label: string) =>
    html`<button name="change" value="${value}" aria-label="${label}: ${about}">${label}</button>`;
  return html`<li id="${id}"><figure>${shownPicture(request.app, picture)}<figcaption>${bdi(name)}${isMain && html` <strong>Main picture</strong>`}</figcaption></figure>
${form(
  request,
  `/operator/games/${gameId}/pictures/change`,
  [
    hiddenField('version', version),
    hiddenField('image', image),
    !isMain && change('main', 'Make main'),
    change('remove', 'Remove'),
  ],
  'action',
)}</li>`;
}

/** Pages load nothing from other hosts, so a linked picture is a link. */
function shownPicture({ catalog }: App, picture: NamedPicture): Html {
  const { mediaUrl } = catalog.options;
  const own = {
    ...picture,
    image: withUrl(picture.image, mediaUrl),
    thumbnail_image: withUrl(picture.thumbnail_image, mediaUrl),
  };
  return isLocalPicture(own.thumbnail_image, mediaUrl)
    ? html`<a href="${own.image}">${thumbnail(own, '(min-width: 40em) 13rem, 45vw', picture.name)}</a>`
    : html`<a href="${own.image}" rel="noopener nofollow">At ${new URL(own.image).host}</a>`;
}

/** Links to pictures of the history, which may no longer be shown. */
export function pictureLinks({ catalog }: App, pictures: readonly { name: string; image: string }[]): Html {
  const { mediaUrl } = catalog.options;
  const link = ({ name, image }: { name: string; image: string }, i: number) =>
    html`${i > 0 && ', '}<a href="${withUrl(image, mediaUrl)}">${bdi(name)}</a>`;
  return html`${pictures.map(link)}`;
}

/** Stored pictures have paths. */
function withUrl(address: string, mediaUrl: string): string {
  return address.startsWith(`${MEDIA_PATH}/`) ? mediaUrl + address.slice(MEDIA_PATH.length) : address;
}
