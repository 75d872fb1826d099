import { byFirstRelease, type GameRecord } from '../../catalog/model/record.ts';
import { SCAN_OF } from '../../catalog/model/scan-of.ts';
import type { GameChange, NewPicture } from '../../merging/edits/edit.ts';
import { prepareToSave } from '../../merging/edits/save-in-thread.ts';
import { errorPage } from '../kit/error-pages.ts';
import {
  field,
  fileField,
  findTextProblem,
  form,
  formProblem,
  hiddenField,
  type Problems,
  readField,
  selectField,
  withProblemStatus,
} from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import type { HtmlResponse, PageResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { staticUrl } from '../kit/static-files.ts';
import { MAX_UPLOAD_MB } from '../kit/upload-body.ts';
import { operatorPage } from '../operator/operator.ts';
import { type EditedGame, findEditedGame, withEditedGame } from './edited-game.ts';
import { listPictures, pictureId, pictureList } from './picture-list.ts';
import { describeOutcome, save, statusOf, toProblems, whyField } from './save.ts';

const SCREENSHOT = 'Screenshot';
const BY_SHAPE = 'Front cover if upright, else screenshot';
const MAX_CAPTION_LENGTH = 500;
const TOO_LARGE = `Nothing was added: send at most ${MAX_UPLOAD_MB} MB at once.`;

type ShownGame = EditedGame & { record: GameRecord };

export function showPictures(request: SignedInRequest): Promise<PageResponse> {
  prepareToSave();
  return withShownGame(request, (game) => picturesPage(request, game));
}

export function doUploadPictures(request: SignedInRequest): Promise<PageResponse> {
  return withShownGame(request, async (game) => {
    if (request.upload.isTooLarge) return picturesPage(request, game, { pictures: TOO_LARGE }, 413);
    const addPictures = readPictures(request, game);
    const caption = readField(request, 'caption');
    const problems = {
      pictures: addPictures.length === 0 && 'Choose a picture.',
      caption: caption.trim() !== '' && findTextProblem(caption, MAX_CAPTION_LENGTH),
    };
    if (problems.pictures || problems.caption) return picturesPage(request, game, problems);
    return saveChange(request, game, { addPictures }, 'pictures-added');
  });
}

/** Removes a picture, or makes it the main one. */
export function doChangePicture(request: SignedInRequest): Promise<PageResponse> {
  return withShownGame(request, async (game) => {
    const image = readField(request, 'image');
    if (!listPictures(game.record).some((picture) => picture.image === image))
      return errorPage('notFound', 'The game no longer has this picture.');
    return readField(request, 'change') === 'main'
      ? saveChange(request, game, { mainPicture: image }, 'picture-chosen')
      : saveChange(request, game, { removePictures: [image] }, 'picture-removed');
  });
}

function withShownGame(
  request: SignedInRequest,
  handle: (game: ShownGame) => PageResponse | Promise<PageResponse>,
): Promise<PageResponse> {
  return withEditedGame(request, (game) =>
    game.record
      ? handle({ ...game, record: game.record })
      : { status: 303, location: `/operator/games/${game.gameId}` },
  );
}

function readPictures(request: SignedInRequest, { record }: ShownGame): NewPicture[] {
  const kind = readField(request, 'kind');
  const platform = readField(request, 'platform');
  const { platform_id } =
    record.platforms.find(({ platform_name }) => platform_name === platform) ??
    (byFirstRelease(record.platforms)[0] as GameRecord['platforms'][number]);
  const caption = readField(request, 'caption').trim() || null;
  const scan_of = SCAN_OF.find((part) => part === kind);
  return request.upload.files
    .filter(({ field: name }) => name === 'pictures')
    .map(({ name, bytes }) => ({ platform_id, scan_of, isKindByShape: kind === BY_SHAPE, caption, name, bytes }));
}

async function saveChange(
  request: SignedInRequest,
  game: ShownGame,
  change: GameChange,
  done: string,
): Promise<PageResponse> {
  const { gameId } = game;
  const seen = [{ gameId, version: readField(request, 'version') }];
  const outcome = await save(request, { action: 'correct', gameId, change, seen });
  if (outcome.status === 'saved') {
    const anchor = change.addPictures ? await findAdded(request, game) : '';
    return { status: 303, location: `/operator/games/${gameId}/pictures?done=${done}${anchor}` };
  }
  const problems =
    outcome.status === 'refused'
      ? toProblems(outcome.problems, (path) => (path.startsWith('media') ? 'pictures' : undefined))
      : { form: describeOutcome(outcome) };
  return picturesPage(request, game, problems, statusOf(outcome));
}

/** The anchor of the first picture that the game did not have. */
async function findAdded({ app }: SignedInRequest, { gameId, record }: ShownGame): Promise<string> {
  const before = new Set(listPictures(record).map(({ image }) => image));
  const saved = await findEditedGame(app, gameId);
  const after = saved && 'record' in saved && saved.record ? listPictures(saved.record) : [];
  const added = after.findIndex(({ image }) => !before.has(image));
  return added < 0 ? '' : `#${pictureId(added)}`;
}

function picturesPage(
  request: SignedInRequest,
  game: ShownGame,
  problems: Problems = {},
  status?: number,
): HtmlResponse {
  const { gameId, title } = game;
  const page = operatorPage(
    request,
    `Pictures of ${title}`,
    html`<ul class="links"><li><a href="/operator/games/${gameId}">Back to the game</a></li></ul>
${formProblem(problems.form)}
${uploadForm(request, game, problems)}
${pictureList(request, game)}`,
  );
  const head = html`${page.head}<script type="module" src="${staticUrl('upload.js')}"></script>`;
  return withProblemStatus({ ...page, head }, problems, status);
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'];

function uploadForm(request: SignedInRequest, { gameId, version, record }: ShownGame, problems: Problems): Html {
  const platforms = byFirstRelease(record.platforms).map(({ platform_name }) => platform_name);
  return form(
    request,
    `/operator/games/${gameId}/pictures`,
    [
      hiddenField('version', version),
      fileField(
        {
          name: 'pictures',
          label: 'Add pictures',
          accept: TYPES,
          hint: html`PNG, JPEG, WebP, AVIF or GIF, up to ${MAX_UPLOAD_MB} MB at once.<span data-drop hidden> You can also drop or
paste them here.</span>`,
        },
        problems,
      ),
      selectField('kind', 'They show', [BY_SHAPE, SCREENSHOT, ...SCAN_OF], readField(request, 'kind')),
      selectField('platform', 'Platform', platforms, readField(request, 'platform')),
      field(
        {
          name: 'caption',
          label: 'Caption',
          value: readField(request, 'caption'),
          maxlength: MAX_CAPTION_LENGTH,
          required: false,
        },
        problems,
      ),
      whyField(request, problems),
      html`<button>Add</button>`,
    ],
    'form upload',
    'multipart/form-data',
  );
}
