import type { App } from '../../app.ts';
import { byFirstRelease, type GameRecord, type RecordPlatform } from '../../catalog/model/record.ts';
import type { Picture } from '../../catalog/model/resources.ts';
import { SCAN_OF } from '../../catalog/model/scan-of.ts';
import { listCovers, withUrls } from '../../catalog/render/render.ts';
import { AppError } from '../../errors.ts';
import type { GameChange, NewPicture } from '../../merging/edits/edit.ts';
import { prepareThread } from '../../merging/work-in-thread.ts';
import { MAX_PROPOSED_MB, MAX_UPLOAD_MB } from '../kit/form-body.ts';
import { bdi, isLocalPicture, thumbnail } from '../kit/format.ts';
import {
  field,
  findTextProblem,
  form,
  formProblem,
  hasProblems,
  hiddenField,
  readField,
  selectField,
  withProblems,
} from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import type { HtmlResponse, PageResponse, SignedInRequest } from '../kit/page.ts';
import {
  editorPage,
  editorPath,
  findEditedGame,
  isShown,
  type ShowAgain,
  type ShownGame,
  saveButton,
  saveChange,
  whyField,
  withEditedGame,
} from './edit.ts';

const SCREENSHOT = 'Screenshot';
const BY_SHAPE = 'Front cover if upright, else screenshot';
const MAX_CAPTION_LENGTH = 500;

export function showPictures(request: SignedInRequest): Promise<PageResponse> {
  if (!request.isProposal) prepareThread();
  return withShownGame(request, (game) => picturesPage(request, game));
}

export function doUploadPictures(request: SignedInRequest): Promise<PageResponse> {
  return withShownGame(request, async (game) => {
    if (request.upload.isTooLarge) {
      const pictures = `Nothing was added: send at most ${maxMegabytes(request)} MB at once.`;
      return picturesPage(withProblems(request, { pictures }, 413), game);
    }
    const addPictures = readPictures(request, game);
    const caption = readField(request, 'caption');
    const isTooMany = request.isProposal && addPictures.length > 1;
    const problems = {
      pictures: addPictures.length === 0 ? 'Choose a picture.' : isTooMany && 'Propose one picture at a time.',
      caption: caption.trim() !== '' && findTextProblem(caption, MAX_CAPTION_LENGTH),
      credit: request.isProposal && findTextProblem(readField(request, 'credit'), CREDIT.maxlength),
    };
    if (hasProblems(problems)) return picturesPage(withProblems(request, problems), game);
    return saveAndShow(request, game, { addPictures }, 'pictures-added');
  });
}

export function doChangePicture(request: SignedInRequest): Promise<PageResponse> {
  return withShownGame(request, async (game) => {
    const image = readField(request, 'image');
    if (!listPictures(game.record).some((picture) => picture.image === image))
      throw new AppError('notFound', 'The game no longer has this picture.');
    return readField(request, 'change') === 'main'
      ? saveAndShow(request, game, { mainPicture: image }, 'picture-chosen')
      : saveAndShow(request, game, { removePictures: [image] }, 'picture-removed');
  });
}

function withShownGame(
  request: SignedInRequest,
  handle: (game: ShownGame) => PageResponse | Promise<PageResponse>,
): Promise<PageResponse> {
  return withEditedGame(request, (game) =>
    isShown(game) ? handle(game) : { status: 303, location: editorPath(request, game.gameId) },
  );
}

function readPictures(request: SignedInRequest, { record }: ShownGame): NewPicture[] {
  const kind = readField(request, 'kind');
  const platform = readField(request, 'platform');
  const { platform_id } =
    record.platforms.find(({ platform_name }) => platform_name === platform) ??
    (byFirstRelease(record.platforms)[0] as GameRecord['platforms'][number]);
  const captions = ['caption', CREDIT.name].map((name) => readField(request, name).trim());
  const caption = captions.filter(Boolean).join('. ') || null;
  const scan_of = SCAN_OF.find((part) => part === kind);
  return request.upload.files
    .filter(({ field: name }) => name === 'pictures')
    .map(({ name, bytes }) => ({ platform_id, scan_of, isKindByShape: kind === BY_SHAPE, caption, name, bytes }));
}

/** Whom to name with a picture that somebody proposes. It becomes part of the caption. */
const CREDIT = {
  name: 'credit',
  label: 'Author and licence',
  maxlength: 200,
  hint: 'Such as “Jane Doe, CC BY-SA 4.0” or “my own scan, CC0”.',
};

function maxMegabytes({ isProposal }: SignedInRequest): number {
  return isProposal ? MAX_PROPOSED_MB : MAX_UPLOAD_MB;
}

async function saveAndShow(
  request: SignedInRequest,
  game: ShownGame,
  change: GameChange,
  done: string,
): Promise<PageResponse> {
  const location = `${editorPath(request, game.gameId)}/pictures?done=${done}`;
  const fieldOf = (path: string) => (path.startsWith('media') ? 'pictures' : undefined);
  const showAgain: ShowAgain = (again) => picturesPage(again, game);
  const saved = await saveChange(request, game.gameId, change, location, showAgain, fieldOf);
  if (!('location' in saved) || !change.addPictures || request.isProposal) return saved;
  return { ...saved, location: location + (await findAdded(request, game)) };
}

/** The anchor of the first picture that the game did not have. */
async function findAdded({ app }: SignedInRequest, { gameId, record }: ShownGame): Promise<string> {
  const before = new Set(listPictures(record).map(({ image }) => image));
  const saved = await findEditedGame(app, gameId);
  const after = isShown(saved) ? listPictures(saved.record) : [];
  const added = after.findIndex(({ image }) => !before.has(image));
  return added < 0 ? '' : `#${pictureId(added)}`;
}

function picturesPage(request: SignedInRequest, game: ShownGame): HtmlResponse {
  const { gameId, title } = game;
  return editorPage(
    request,
    request.isProposal ? `Propose a picture of ${title}` : `Pictures of ${title}`,
    html`<ul class="links"><li><a href="${editorPath(request, gameId)}">Back to the game</a></li></ul>
${formProblem(request.problems.form)}
${uploadForm(request, game)}
${!request.isProposal && pictureList(request, game)}`,
    ['upload.js'],
  );
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'];

function uploadForm(request: SignedInRequest, { gameId, version, record }: ShownGame): Html {
  const platforms = byFirstRelease(record.platforms).map(({ platform_name }) => platform_name);
  return form(
    request,
    `${editorPath(request, gameId)}/pictures`,
    [
      hiddenField('version', version),
      field(request, {
        type: 'file',
        name: 'pictures',
        label: 'Add pictures',
        accept: TYPES,
        hint: html`PNG, JPEG, WebP, AVIF or GIF, up to ${maxMegabytes(request)} MB at once.<span data-drop hidden> You can also drop or
paste them here.</span>`,
      }),
      selectField('kind', 'They show', [BY_SHAPE, SCREENSHOT, ...SCAN_OF], readField(request, 'kind')),
      selectField('platform', 'Platform', platforms, readField(request, 'platform')),
      field(request, { name: 'caption', label: 'Caption', maxlength: MAX_CAPTION_LENGTH, required: false }),
      request.isProposal && field(request, CREDIT),
      whyField(request),
      saveButton(request, 'Add'),
    ],
    'form upload',
    'multipart/form-data',
  );
}

/** A picture with what it shows. `image` is the stored path, or a link. */
type NamedPicture = Picture & { name: string };

function listPictures({ platforms }: GameRecord): NamedPicture[] {
  return platforms.flatMap(picturesOf);
}

function picturesOf(platform: RecordPlatform): NamedPicture[] {
  return [
    ...listCovers(platform).map((own) => ({ ...own, name: [own.scan_of, own.description].filter(Boolean).join('. ') })),
    ...platform.screenshots.map((shot, i) => ({ ...shot, name: shot.caption ?? `Screenshot ${i + 1}` })),
  ];
}

/** The id of a picture in the page, by its place among all of the game. */
function pictureId(place: number): string {
  return `picture-${place}`;
}

function pictureList(request: SignedInRequest, game: ShownGame): Html {
  let count = 0;
  const section = (platform: RecordPlatform) => {
    const items = picturesOf(platform).map((own) => pictureItem(request, game, own, platform, pictureId(count++)));
    return html`<section><h2>${bdi(platform.platform_name)}</h2><ul class="gallery">${items}</ul></section>`;
  };
  return html`${game.record.platforms.filter((platform) => picturesOf(platform).length > 0).map(section)}`;
}

function pictureItem(
  request: SignedInRequest,
  { gameId, version, record }: ShownGame,
  picture: NamedPicture,
  platform: RecordPlatform,
  id: string,
): Html {
  const { image, name } = picture;
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
  const own = withUrls(picture, mediaUrl);
  return isLocalPicture(own.thumbnail_image, mediaUrl)
    ? html`<a href="${own.image}">${thumbnail(own, '(min-width: 40em) 13rem, 45vw', picture.name)}</a>`
    : html`<a href="${own.image}" rel="noopener nofollow">At ${new URL(own.image).host}</a>`;
}
