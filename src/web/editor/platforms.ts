import type { GameRecord, RecordPlatform } from '../../catalog/model/record.ts';
import type { EditOutcome, PlatformChange } from '../../merging/edits/edit.ts';
import { FACETS } from '../catalog/facets.ts';
import { errorPage } from '../kit/error-pages.ts';
import { dateOrUnknown } from '../kit/format.ts';
import { form, formProblem, hiddenField, type Problems, readField, withProblemStatus } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import type { HtmlResponse, PageResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { operatorPage } from '../operator/operator.ts';
import { type EditedGame, withEditedGame } from './edited-game.ts';
import {
  type ReleaseFields,
  readReleases,
  releaseFieldOfPath,
  releaseFieldsOf,
  releaseForms,
  toRelease,
} from './release-fields.ts';
import { allowNewBox, describeOutcome, notSavedPage, save, statusOf, toProblems, whyField } from './save.ts';

/** The platforms of a game, with links to their releases, and a form to add one. */
export function platformSection(request: SignedInRequest, { gameId, version }: EditedGame, record: GameRecord): Html {
  const path = `/operator/games/${gameId}/platforms`;
  const own = new Set(record.platforms.map(({ platform_id }) => platform_id));
  const item = ({ platform_id, platform_name, first_release_date, releases }: RecordPlatform) =>
    html`<li><a href="${path}/${platform_id}">${platform_name}</a>, ${dateOrUnknown(first_release_date)}
<span class="hint">${releases.length === 1 ? '1 release' : `${releases.length} releases`}</span></li>`;
  return html`<section aria-labelledby="platforms"><h2 id="platforms">Platforms and releases</h2>
<ul>${record.platforms.map(item)}</ul>
${form(
  request,
  path,
  [hiddenField('version', version), platformSelect(request, 'Add a platform', own), html`<button>Add</button>`],
  'form row',
)}</section>`;
}

function platformSelect({ snapshot }: SignedInRequest, label: string, except: ReadonlySet<number>): Html {
  const options = FACETS.platform.list(snapshot).filter(({ id }) => !except.has(id));
  return html`<div class="field"><label for="platform">${label}</label> <select id="platform" name="platform">
${options.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select></div>`;
}

export function doAddPlatform(request: SignedInRequest): Promise<PageResponse> {
  return withEditedGame(request, async ({ gameId, record }) => {
    const platform_id = findPlatform(request);
    const isThere = record?.platforms.some((platform) => platform.platform_id === platform_id);
    if (platform_id === undefined || isThere) return errorPage('notFound', 'There is no such platform to add.');
    const outcome = await savePlatform(request, gameId, { platform_id, releases: [] });
    if (outcome.status !== 'saved') return notSavedPage(gameId, outcome);
    return { status: 303, location: `/operator/games/${gameId}/platforms/${platform_id}?done=edited` };
  });
}

/** Moves what sources say about a platform to another one, or removes it. */
export function doMovePlatform(request: SignedInRequest): Promise<PageResponse> {
  return withPlatform(request, async (game, platform) => {
    const { gameId, record } = game;
    const isRemoved = readField(request, 'move') === 'remove';
    const moveTo = isRemoved ? null : findPlatform(request);
    if (moveTo === undefined) return platformPage(request, game, platform, { form: 'Choose a platform.' });
    if (isRemoved && record?.platforms.length === 1)
      return platformPage(request, game, platform, { form: 'A game needs a platform. Hide the game instead.' });
    const outcome = await savePlatform(request, gameId, { platform_id: platform.platform_id, moveTo });
    if (outcome.status !== 'saved')
      return platformPage(request, game, platform, { form: describeOutcome(outcome) }, undefined, outcome);
    return { status: 303, location: `/operator/games/${gameId}?done=edited` };
  });
}

function findPlatform(request: SignedInRequest): number | undefined {
  const wanted = readField(request, 'platform');
  return FACETS.platform.list(request.snapshot).find(({ id }) => String(id) === wanted)?.id;
}

function savePlatform(request: SignedInRequest, gameId: number, change: PlatformChange): Promise<EditOutcome> {
  const seen = [{ gameId, version: readField(request, 'version') }];
  return save(request, { action: 'correct', gameId, change: { platforms: [change] }, seen });
}

export function showPlatformEditor(request: SignedInRequest): Promise<PageResponse> {
  return withPlatform(request, (game, platform) => platformPage(request, game, platform));
}

export function doSaveReleases(request: SignedInRequest): Promise<PageResponse> {
  return withPlatform(request, async (game, platform) => {
    const { gameId } = game;
    const read = readReleases(request);
    const releases = read.map(toRelease);
    const before = platform.releases.map((release) => toRelease(releaseFieldsOf(release)));
    if (JSON.stringify(before) === JSON.stringify(releases))
      return platformPage(request, game, platform, { form: 'You changed nothing.' });
    const change = { platforms: [{ platform_id: platform.platform_id, releases }] };
    const seen = [{ gameId, version: readField(request, 'version') }];
    const allowNew = readField(request, 'allow_new') === 'yes';
    const outcome = await save(request, { action: 'correct', gameId, change, allowNew, seen });
    if (outcome.status === 'saved')
      return { status: 303, location: `/operator/games/${gameId}/platforms/${platform.platform_id}?done=edited` };
    const problems =
      outcome.status === 'refused'
        ? toProblems(outcome.problems, releaseFieldOfPath)
        : { form: describeOutcome(outcome) };
    return platformPage(request, game, platform, problems, read, outcome);
  });
}

async function withPlatform(
  request: SignedInRequest,
  handle: (game: EditedGame, platform: RecordPlatform) => PageResponse | Promise<PageResponse>,
): Promise<PageResponse> {
  return withEditedGame(request, (game) => {
    const wanted = request.path.platform;
    const platform = game.record?.platforms.find(({ platform_id }) => String(platform_id) === wanted);
    return platform ? handle(game, platform) : errorPage('notFound', 'The game is not on this platform.');
  });
}

function platformPage(
  request: SignedInRequest,
  { gameId, title, version, record }: EditedGame,
  platform: RecordPlatform,
  problems: Problems = {},
  own?: ReleaseFields[],
  outcome?: EditOutcome,
): HtmlResponse {
  const path = `/operator/games/${gameId}/platforms/${platform.platform_id}`;
  const saved = platform.releases.map(releaseFieldsOf);
  const taken = new Set(record?.platforms.map(({ platform_id }) => platform_id));
  const page = operatorPage(
    request,
    `${title}: ${platform.platform_name}`,
    html`<ul class="links"><li><a href="/operator/games/${gameId}">Back to the game</a></li></ul>
${formProblem(problems.form)}
${own && outcome?.status === 'outdated' && savedReleases(saved)}
${form(request, path, [
  hiddenField('version', version),
  releaseForms(own ?? saved, problems),
  allowNewBox(request, 'Add companies that are not in the catalog yet'),
  whyField(request, problems),
  html`<button>Save releases</button>`,
])}
<details><summary>Move or remove this platform</summary>
${form(request, `${path}/move`, [
  hiddenField('version', version),
  platformSelect(request, 'Move everything to', taken),
  whyField(request, {}, 'why-move'),
  html`<button name="move" value="move">Move</button> <button name="move" value="remove">Remove platform</button>`,
])}</details>`,
  );
  return withProblemStatus(page, problems, outcome && statusOf(outcome));
}

/** What somebody else saved in the meantime. */
function savedReleases(saved: readonly ReleaseFields[]): Html {
  const item = ({ date, countries, companies, codes, notes }: (typeof saved)[number]) =>
    html`<li>${[date || 'no date', countries, companies, codes, notes].filter(Boolean).join(' · ')}</li>`;
  return html`<p>These releases are saved now. Save again to replace them by yours below.</p><ul>${saved.map(item)}</ul>`;
}
