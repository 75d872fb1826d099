import type { CorrectionLine, StoredMediaLine } from '../../bundle/lines.ts';
import { isEdit } from '../../merging/load/layer-line.ts';
import { errorPage } from '../kit/error-pages.ts';
import { timestamp } from '../kit/format.ts';
import { button } from '../kit/forms.ts';
import { type Html, html, nothing, type Part } from '../kit/html.ts';
import { notice } from '../kit/notices.ts';
import type { PageResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { type EditedGame, withEditedGame } from './edited-game.ts';
import { FIELD_LABELS } from './game-fields.ts';
import { pictureLinks } from './picture-list.ts';
import { describeOutcome, save } from './save.ts';

const NOT_FIELDS = new Set(['key', 'game', 'made', 'reverted', 'source']);
const LABELS: Record<string, string> = {
  ...FIELD_LABELS,
  platforms: 'Releases',
  set_platform: 'Platforms',
  media: 'Added pictures',
  remove_pictures: 'Removed pictures',
  main_picture: 'Main picture',
  hide: 'Hidden',
  merge: 'Merged games',
  split: 'Split off',
  different: 'Different games',
};
const MAX_SHOWN = 200;

/** What operators changed in a game, newest first, with a button that reverts each change. */
export async function historySection(request: SignedInRequest, game: EditedGame): Promise<Html> {
  const ids = game.corrections
    .flatMap(({ made, reverted }) => [made?.by, reverted?.by])
    .filter((id) => id !== undefined);
  const names = new Map<number, string>();
  for (const id of new Set(ids)) names.set(id, await nameOf(request, id));
  const entries = game.corrections.map((line) => entry(request, game, line, names));
  return html`<section aria-labelledby="history"><h2 id="history">History</h2>
${entries.length === 0 ? html`<p class="hint">No corrections yet.</p>` : html`<ol class="messages">${entries}</ol>`}</section>`;
}

async function nameOf({ app }: SignedInRequest, accountId: number): Promise<string> {
  return (await app.store.accounts.findAccountById(accountId))?.email ?? `account ${accountId}`;
}

function entry(
  request: SignedInRequest,
  { gameId }: EditedGame,
  line: CorrectionLine,
  names: ReadonlyMap<number, string>,
): Html {
  const { key, made, reverted } = line;
  const by = (done: { at: number; by?: number }) =>
    html`${done.by !== undefined && `${names.get(done.by)}, `}${timestamp(done.at)}`;
  const fields = Object.entries(line).filter(([name]) => !NOT_FIELDS.has(name));
  const path = `/operator/games/${gameId}/${reverted ? 'restore' : 'revert'}`;
  return html`<li><p class="state">${made ? by(made) : 'From a file of corrections'}</p>
${made?.why && html`<p class="text">${made.why}</p>`}
<dl class="facts">${fields.map(([name, value]) => html`<div><dt>${LABELS[name] ?? name}</dt><dd dir="auto">${describe(request, name, value)}</dd></div>`)}</dl>
${reverted && html`<p class="state">Reverted by ${by(reverted)}</p>`}
${isEdit(key) ? button(request, path, reverted ? 'Restore' : 'Revert', { key }) : nothing}</li>`;
}

function describe({ app }: SignedInRequest, name: string, value: unknown): Part {
  const pictures = listImages(name, value);
  if (pictures.length > 0) return pictureLinks(app, pictures);
  const text =
    typeof value === 'string' ? value : value === null ? 'none' : value === true ? 'yes' : listTexts(value).join(', ');
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)} …` : text || 'none';
}

/** The pictures that a correction adds, removes or chooses. */
function listImages(name: string, value: unknown): { name: string; image: string }[] {
  if (name === 'main_picture') return [{ name: 'Picture', image: value as string }];
  if (name === 'remove_pictures') return (value as string[]).map((image) => ({ name: 'Picture', image }));
  if (name !== 'media') return [];
  return (value as StoredMediaLine[]).flatMap(({ screenshots = [], cover_groups = [] }) => [
    ...cover_groups.flatMap(({ covers }) => covers).map(({ scan_of, image }) => ({ name: scan_of, image })),
    ...screenshots.map(({ caption, image }) => ({ name: caption ?? 'Screenshot', image })),
  ]);
}

/** The texts and numbers inside the value. */
function listTexts(value: unknown): string[] {
  if (value === null) return ['none'];
  if (typeof value !== 'object') return [String(value)];
  return Array.isArray(value)
    ? value.flatMap(listTexts)
    : Object.entries(value as object).flatMap(([name, inner]) =>
        name.includes(':') ? [`${name} → ${inner ?? 'none'}`] : listTexts(inner).filter((text) => text !== 'none'),
      );
}

export const doRevert = (request: SignedInRequest) => change(request, 'revert');
export const doRestore = (request: SignedInRequest) => change(request, 'restore');

function change(request: SignedInRequest, action: 'revert' | 'restore'): Promise<PageResponse> {
  return withEditedGame(request, async ({ gameId, corrections }) => {
    const key = request.form.get('key') ?? '';
    if (!isEdit(key) || !corrections.some((line) => line.key === key))
      return errorPage('notFound', 'This change is not in the history of the game.');
    const outcome = await save(request, { action, key, seen: [] });
    const problem = describeOutcome(outcome);
    const back = html`<p><a href="/operator/games/${gameId}">Back to the editor</a></p>`;
    if (problem) return notice('Nothing was changed', html`<p>${problem}</p>${back}`, 422);
    return { status: 303, location: `/operator/games/${gameId}?done=${action === 'revert' ? 'reverted' : 'restored'}` };
  });
}
