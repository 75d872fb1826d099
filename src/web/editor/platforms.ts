import type { RecordPlatform } from '../../catalog/model/record.ts';
import type { Release } from '../../catalog/model/resources.ts';
import { AppError } from '../../errors.ts';
import type { ReleaseChange } from '../../merging/edits/edit.ts';
import { listFacetValues } from '../catalog/facets/facets.ts';
import { dateOrUnknown, formatCount } from '../kit/format.ts';
import { checkbox, type Field, field, form, formProblem, hiddenField, readField, withProblems } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import type { HtmlResponse, PageRequest, PageResponse, SignedInRequest } from '../kit/page.ts';
import {
  allowNewBox,
  editorPage,
  editorPath,
  isShown,
  type ShowAgain,
  type ShownGame,
  saveButton,
  saveChange,
  whyField,
  withEditedGame,
} from './edit.ts';
import { splitTexts } from './game-fields.ts';

type EditedPlatform = Pick<RecordPlatform, 'platform_id' | 'platform_name' | 'releases'>;

export function platformSection(request: SignedInRequest, { gameId, record }: ShownGame): Html {
  const path = `${editorPath(request, gameId)}/platforms`;
  const own = new Set(record.platforms.map(({ platform_id }) => platform_id));
  const item = ({ platform_id, platform_name, first_release_date, releases }: RecordPlatform) =>
    html`<li><a href="${path}/${platform_id}">${platform_name}</a>, ${dateOrUnknown(first_release_date)}
<span class="hint">${formatCount(releases.length, 'release')}</span></li>`;
  return html`<section aria-labelledby="platforms"><h2 id="platforms">Platforms and releases</h2>
<ul>${record.platforms.map(item)}</ul>
${form(request, path, [platformSelect(request, 'Add a platform', own), html`<button>Add</button>`], 'form row')}</section>`;
}

function platformSelect({ snapshot }: SignedInRequest, label: string, except: ReadonlySet<number>): Html {
  const options = listFacetValues(snapshot, 'platform').filter(({ id }) => !except.has(id));
  return html`<div class="field"><label for="platform">${label}</label> <select id="platform" name="platform">
${options.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select></div>`;
}

/** Leads to the form of its releases, with which it is saved. */
export function doAddPlatform(request: SignedInRequest): Promise<PageResponse> {
  return withEditedGame(request, ({ gameId }) => {
    const platform = findPlatform(request, readField(request, 'platform'));
    if (!platform) throw new AppError('notFound', 'There is no such platform to add.');
    return { status: 303, location: `${editorPath(request, gameId)}/platforms/${platform.id}` };
  });
}

/** Moves what sources say about a platform to another one, or removes it. */
export function doMovePlatform(request: SignedInRequest): Promise<PageResponse> {
  return withPlatform(request, async (game, platform) => {
    const { gameId, record } = game;
    const isRemoved = readField(request, 'move') === 'remove';
    const moveTo = isRemoved ? null : findPlatform(request, readField(request, 'platform'))?.id;
    const refused = (form: string) => platformPage(withProblems(request, { form }), game, platform);
    if (moveTo === undefined) return refused('Choose a platform.');
    if (isRemoved && record.platforms.length === 1) return refused('A game needs a platform. Hide the game instead.');
    const change = { platforms: [{ platform_id: platform.platform_id, moveTo }] };
    const location = `/operator/games/${gameId}?done=edited`;
    return saveChange(request, gameId, change, location, (again) => platformPage(again, game, platform));
  });
}

function findPlatform({ snapshot }: SignedInRequest, wanted: string | undefined) {
  return listFacetValues(snapshot, 'platform').find(({ id }) => String(id) === wanted);
}

export function showPlatformEditor(request: SignedInRequest): Promise<PageResponse> {
  return withPlatform(request, (game, platform) => platformPage(request, game, platform));
}

export function doSaveReleases(request: SignedInRequest): Promise<PageResponse> {
  return withPlatform(request, async (game, platform) => {
    const { platform_id } = platform;
    const own = readReleases(request);
    const releases = own.map(toRelease);
    const before = platform.releases.map((release) => toRelease(textsOf(release)));
    const isNew = !game.record.platforms.some((own) => own.platform_id === platform_id);
    if (!isNew && JSON.stringify(before) === JSON.stringify(releases))
      return platformPage(withProblems(request, { form: 'You changed nothing.' }), game, platform);
    const location = `${editorPath(request, game.gameId)}/platforms/${platform_id}?done=edited`;
    const showAgain: ShowAgain = (again, { status }) =>
      platformPage(again, game, platform, { own, isOutdated: status === 'outdated' });
    const change = { platforms: [{ platform_id, releases }] };
    return saveChange(request, game.gameId, change, location, showAgain, releaseFieldOfPath);
  });
}

function withPlatform(
  request: SignedInRequest,
  handle: (game: ShownGame, platform: EditedPlatform) => PageResponse | Promise<PageResponse>,
): Promise<PageResponse> {
  return withEditedGame(request, (game) => {
    const { platform: wanted } = request.path;
    const own = game.record?.platforms.find(({ platform_id }) => String(platform_id) === wanted);
    const added = findPlatform(request, wanted);
    const platform = own ?? (added && { platform_id: added.id, platform_name: added.name, releases: [] });
    if (!isShown(game) || !platform) throw new AppError('notFound', 'There is no such platform.');
    return handle(game, platform);
  });
}

function platformPage(
  request: SignedInRequest,
  { gameId, title, version, record }: ShownGame,
  platform: EditedPlatform,
  sent?: { own: ReleaseTexts[]; isOutdated: boolean },
): HtmlResponse {
  const back = editorPath(request, gameId);
  const path = `${back}/platforms/${platform.platform_id}`;
  const saved = platform.releases.map(textsOf);
  const taken = new Set(record.platforms.map(({ platform_id }) => platform_id));
  return editorPage(
    request,
    `${title}: ${platform.platform_name}`,
    html`<ul class="links"><li><a href="${back}">Back to the game</a></li></ul>
${formProblem(request.problems.form)}
${sent?.isOutdated && savedReleases(saved)}
${form(request, path, [
  hiddenField('version', version),
  releaseForms(request, sent?.own ?? saved),
  allowNewBox(request, 'Add companies that are not in the catalog yet'),
  whyField(request),
  saveButton(request, 'Save releases'),
])}
${!request.isProposal && taken.has(platform.platform_id) && moveForm(request, path, version, taken)}`,
  );
}

function moveForm(request: SignedInRequest, path: string, version: string, taken: ReadonlySet<number>): Html {
  return html`<details><summary>Move or remove this platform</summary>
${form(request, `${path}/move`, [
  hiddenField('version', version),
  platformSelect(request, 'Move everything to', taken),
  whyField(request, 'why-move'),
  html`<button name="move" value="move">Move</button> <button name="move" value="remove">Remove platform</button>`,
])}</details>`;
}

/** What somebody else saved in the meantime. */
function savedReleases(saved: readonly ReleaseTexts[]): Html {
  const item = ({ release_date, ...more }: ReleaseTexts) =>
    html`<li>${[release_date || 'no date', ...Object.values(more)].filter(Boolean).join(' · ')}</li>`;
  return html`<p>These releases are saved now. Save again to replace them by yours below.</p><ul>${saved.map(item)}</ul>`;
}

/** In the order of the form, by their names in a change. */
const RELEASE_FIELDS: Record<keyof ReleaseChange, Omit<Field, 'name'>> = {
  release_date: { label: 'Date', hint: 'YYYY, YYYY-MM or YYYY-MM-DD; empty if unknown.' },
  countries: { label: 'Countries', hint: 'Separated by commas.' },
  companies: { label: 'Companies', hint: 'One per line: “Published by: Nintendo”.', type: 'textarea' },
  product_codes: { label: 'Product codes', hint: 'One per line: “Barcode: 045496630010”.', type: 'textarea' },
  description: { label: 'Notes' },
};
const FIELD_NAMES = Object.keys(RELEASE_FIELDS) as (keyof ReleaseChange)[];
type ReleaseTexts = Record<keyof ReleaseChange, string>;

const MAX_RELEASES = 400;
const DEFAULT_ROLE = 'Published by';

function textsOf({ release_date, countries, companies, product_codes, description }: Release): ReleaseTexts {
  return {
    release_date: release_date ?? '',
    countries: countries.join(', '),
    companies: companies.map(({ role, company_name }) => `${role}: ${company_name}`).join('\n'),
    product_codes: product_codes.map((code) => `${code.product_code_type}: ${code.product_code}`).join('\n'),
    description: description ?? '',
  };
}

function toRelease({ release_date, countries, companies, product_codes, description }: ReleaseTexts): ReleaseChange {
  return {
    release_date: release_date || null,
    countries: splitTexts(countries, ','),
    companies: splitPairs(companies, DEFAULT_ROLE).map(([role, company_name]) => ({ company_name, role })),
    product_codes: splitPairs(product_codes, '').map(([product_code_type, product_code]) => ({
      product_code,
      product_code_type,
    })),
    description: description || null,
  };
}

/** The releases of the form that are neither empty nor removed. */
function readReleases(request: PageRequest): ReleaseTexts[] {
  const count = Math.min(Number(readField(request, 'releases')) || 0, MAX_RELEASES);
  const releases = Array.from({ length: count }, (_, number) => {
    const isCut = request.form.has(`r${number}_countries`) && !request.form.has(`r${number}_release_date`);
    if (isCut) throw new AppError('badRequest', 'A release came without its date. Please open the form again.');
    const texts = FIELD_NAMES.map((name) => [name, readField(request, `r${number}_${name}`).trim()]);
    return { texts: Object.fromEntries(texts), isRemoved: readField(request, `r${number}_remove`) === 'yes' };
  });
  return releases
    .filter(({ texts, isRemoved }) => !isRemoved && Object.values(texts).some(Boolean))
    .map(({ texts }) => texts);
}

/** Lines such as `a: b` as two texts each. */
function splitPairs(text: string, first: string): [string, string][] {
  return splitTexts(text, '\n').map((line) => {
    const at = line.indexOf(': ');
    return at < 0 ? [first, line] : [line.slice(0, at).trim(), line.slice(at + 2).trim()];
  });
}

/** The field of the form that a problem is about. */
function releaseFieldOfPath(path: string): string | undefined {
  const [, number, name = ''] = /^platforms\.0\.releases\.(\d+)\.(\w+)/.exec(path) ?? [];
  return name in RELEASE_FIELDS ? `r${number}_${name}` : undefined;
}

function releaseForms(request: SignedInRequest, releases: readonly ReleaseTexts[]): Html {
  const forms = [...releases, undefined].map((texts, number) => {
    const inputs = FIELD_NAMES.map((own) => {
      const name = `r${number}_${own}`;
      return field(request, { ...RELEASE_FIELDS[own], name, value: texts?.[own] ?? '', required: false });
    });
    const title = texts ? `Release ${number + 1}` : 'Another release';
    const remove = texts && checkbox(request, { name: `r${number}_remove`, label: 'Remove this release' });
    return html`<fieldset class="release"><legend>${title}</legend>${inputs}${remove}</fieldset>`;
  });
  return html`${hiddenField('releases', String(forms.length))}${forms}`;
}
