import { countProposal } from '../../accounts/throttle.ts';
import type { App } from '../../app.ts';
import type { CorrectionLine } from '../../bundle/lines.ts';
import type { GameRecord } from '../../catalog/model/record.ts';
import { AppError } from '../../errors.ts';
import { namedMark } from '../../merging/corrections/corrections.ts';
import type { Edit, EditOutcome, GameChange, ProposedEdit } from '../../merging/edits/edit.ts';
import { CORRECTIONS, createsGames, parseCorrection, parseLayer } from '../../merging/load/layer-line.ts';
import { followAliases } from '../../merging/match/attach.ts';
import { workInThread } from '../../merging/work-in-thread.ts';
import type { CatalogReader } from '../../store/catalog/writer.ts';
import type { Layer } from '../../store/catalog-rows.ts';
import { formatWait } from '../kit/format.ts';
import { checkbox, field, findTextProblem, privatePage, readField, withProblems } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import { notice } from '../kit/notices.ts';
import {
  type HtmlResponse,
  type PageResponse,
  PROPOSE_PATH,
  type Problems,
  readId,
  type SignedInRequest,
} from '../kit/page.ts';
import { scriptTags } from '../kit/static-files.ts';
import { operatorPage } from '../operator/operator.ts';

/** A game as it is in the store, which may be newer than the snapshot. */
export interface EditedGame {
  gameId: number;
  title: string;
  /** Undefined: the game is hidden. */
  record: GameRecord | undefined;
  /** Of the record; empty if the game is hidden. */
  version: string;
  /** What sources say, those that can found a game first. */
  layers: Layer[];
  /** Newest first. */
  corrections: CorrectionLine[];
}

export type ShownGame = EditedGame & { record: GameRecord };

export function isShown(game: EditedGame | undefined): game is ShownGame {
  return game?.record !== undefined;
}

/** The path of the pages that edit a game, or propose changes of it. */
export function editorPath({ isProposal }: SignedInRequest, gameId: number): string {
  return `${isProposal ? PROPOSE_PATH : '/operator/games'}/${gameId}`;
}

/** A page of the editor: for operators among their pages. */
export function editorPage(request: SignedInRequest, title: string, content: Html, scripts: readonly string[] = []) {
  if (!request.isProposal) return operatorPage(request, title, content, { scripts });
  const body = html`<h1>${title}</h1>
${content}`;
  return privatePage(request, { title, body, head: scriptTags(scripts) });
}

/** Merges and differences of this game and others that are stored with another game. */
async function listNaming(reader: CatalogReader, gameId: number, own: readonly Layer[]): Promise<Layer[]> {
  const found = await reader.findByMarks([gameId, ...own.map(({ key }) => key)].map(namedMark));
  const keys = new Set(found.map(({ key }) => key)).difference(new Set(own.map(({ key }) => key)));
  const layers = await Promise.all([...keys].map((key) => reader.findLayer(key)));
  return layers.filter((layer) => layer !== undefined);
}

/** Shows a page about the game in the path. An id that was merged leads to the game that it became. */
export async function withEditedGame(
  request: SignedInRequest,
  handle: (game: EditedGame) => PageResponse | Promise<PageResponse>,
): Promise<PageResponse> {
  const id = readId(request);
  const game = await findEditedGame(request.app, id);
  if (!game || (request.isProposal && !isShown(game)))
    throw new AppError('gameNotFound', 'There is no game with this number.');
  if (game.gameId === id) return handle(game);
  const done = request.query.get('done');
  const message = done === null ? '' : `?done=${encodeURIComponent(done)}`;
  return { status: 303, location: `${editorPath(request, game.gameId)}${message}` };
}

/** An id that was merged finds the game that it became. */
export function findEditedGame({ store }: App, id: number): Promise<EditedGame | undefined> {
  return store.catalog.read(async (reader) => {
    const gameId = await followAliases(reader, id);
    const all = await reader.listLayers(gameId);
    const layers = all.filter(({ source }) => source !== CORRECTIONS);
    if (layers.length === 0) return undefined;
    const stored = await reader.findGame(gameId);
    const record = stored && (JSON.parse(stored.record) as GameRecord);
    const own = all.filter(({ source }) => source === CORRECTIONS);
    const corrections = [...own, ...(await listNaming(reader, gameId, all))].map(parseCorrection);
    return {
      gameId,
      title: record?.title ?? parseLayer(layers.find(createsGames) ?? (layers[0] as Layer)).title,
      record,
      version: stored?.hash ?? '',
      layers: layers.toSorted((a, b) => Number(createsGames(b)) - Number(createsGames(a))),
      corrections: corrections.toSorted((a, b) => (a.key < b.key ? 1 : -1)),
    };
  });
}

/** The title of a game. One that was merged or hidden has that of its first source. */
export async function findTitle(reader: CatalogReader, gameId: number): Promise<string | undefined> {
  const stored = await reader.findGame(gameId);
  if (stored) return (JSON.parse(stored.record) as GameRecord).title;
  const key = await reader.findKey(gameId);
  const layer = key === undefined ? undefined : await reader.findLayer(key);
  return layer && parseLayer(layer).title;
}

const MAX_WHY_LENGTH = 500;
const MAX_SOURCE_LENGTH = 300;

/** What an edit does, without who, when and why. */
type EditAction = Edit extends infer E ? (E extends Edit ? Omit<E, 'by' | 'now' | 'why'> : never) : never;

/** Saves an edit in the name of the signed-in operator, or proposes it to operators, with the reason from the form. */
export async function save(request: SignedInRequest, action: EditAction): Promise<EditOutcome> {
  const { app, account } = request;
  const why = readField(request, 'why').trim();
  const source = request.isProposal ? readField(request, 'source').trim() : '';
  const problems = [
    { path: 'made.why', message: why !== '' && findTextProblem(why, MAX_WHY_LENGTH) },
    { path: 'source', message: request.isProposal && findTextProblem(source, MAX_SOURCE_LENGTH) },
  ].flatMap(({ path, message }) => (message ? { path, message } : []));
  if (problems.length > 0) return { status: 'refused', problems };
  const reason = [why, source && `Source: ${source}`].filter(Boolean).join('\n');
  const edit = { ...action, by: account.accountId, now: app.clock(), why: reason } as Edit;
  return request.isProposal
    ? propose(request, edit as ProposedEdit)
    : workInThread({ config: app.config, kind: 'save', edit });
}

/** Where a proposal leads. */
export const PROPOSED = '/profile/proposals?done=proposed';

/** In characters. */
const MAX_LENGTH = 64 * 1024;
/** Those that wait take up to half a gigabyte of the store. */
const MAX_PICTURES = 100;

/** Stores an edit that breaks no rule, for an operator to accept. */
async function propose({ app, account, address }: SignedInRequest, edit: ProposedEdit): Promise<EditOutcome> {
  const { proposals } = app.store;
  const [picture] = edit.change.addPictures ?? [];
  const text = JSON.stringify(edit, (name, value) => (name === 'bytes' ? undefined : value));
  if (text.length > MAX_LENGTH)
    return { status: 'refused', problems: [{ path: '', message: 'This is too much for one proposal.' }] };
  const waitMs = await countProposal(app, account.accountId, address);
  if (waitMs > 0) return limited(`you sent many proposals; wait ${formatWait(waitMs)} and try again`);
  if (picture && (await proposals.countPictures()) >= MAX_PICTURES)
    return limited('many pictures are waiting for an operator; try again in a few days');
  const checked = await workInThread({ config: app.config, kind: 'check', edit });
  if (checked.status !== 'checked') return checked;
  const own = { accountId: account.accountId, sentAt: app.clock(), picture: picture?.bytes ?? null };
  await proposals.add({ ...own, edit: text, preview: JSON.stringify(checked.preview) });
  return { status: 'saved', keys: [] };
}

function limited(message: string): EditOutcome {
  return { status: 'limited', message };
}

/** The page with the form of an edit that was not saved. */
export type ShowAgain = (request: SignedInRequest, outcome: EditOutcome) => PageResponse | Promise<PageResponse>;

/** Saves a change of the game for which the form was made, and leads to a page. `fieldOf` names the field of a problem. */
export async function saveChange(
  request: SignedInRequest,
  gameId: number,
  change: GameChange,
  location: string,
  showAgain: ShowAgain,
  fieldOf?: (path: string) => string | undefined,
): Promise<PageResponse> {
  const seen = [{ gameId, version: readField(request, 'version') }];
  const allowNew = readField(request, 'allow_new') === 'yes';
  const outcome = await save(request, { action: 'correct', gameId, change, allowNew, seen });
  if (outcome.status === 'saved') return { status: 303, location: request.isProposal ? PROPOSED : location };
  return showAgain(withOutcome(request, outcome, fieldOf), outcome);
}

/** The request for the page that shows why an edit was not saved. */
export function withOutcome(
  request: SignedInRequest,
  outcome: EditOutcome,
  fieldOf?: (path: string) => string | undefined,
): SignedInRequest {
  return withProblems(request, problemsOf(outcome, fieldOf), statusOf(outcome));
}

/** The other forms of a page have another id, and do not show problems. */
export function whyField(request: SignedInRequest, id = 'why'): Html {
  const hint = request.isProposal ? undefined : 'For the history, such as where you found it.';
  const own = id === 'why' ? request : withProblems(request, {});
  const source = { name: 'source', label: 'Source', maxlength: MAX_SOURCE_LENGTH, hint: SOURCE_HINT };
  return html`${request.isProposal && field(request, source)}
${field(own, { name: 'why', label: 'Why', maxlength: MAX_WHY_LENGTH, required: false, hint }, id)}`;
}

const SOURCE_HINT = 'Where it is written: a link, the box, a magazine and its issue.';

export function saveButton({ isProposal }: SignedInRequest, label: string): Html {
  return html`<button>${isProposal ? 'Propose' : label}</button>`;
}

export function allowNewBox(request: SignedInRequest, label: string): Html {
  return checkbox(request, { name: 'allow_new', label, isChecked: readField(request, 'allow_new') === 'yes' });
}

const REASON_FIELDS: Record<string, string> = { 'made.why': 'why', source: 'source' };

/** What is wrong with an edit that was not saved, by the field of the form that shows it. */
function problemsOf(outcome: EditOutcome, fieldOf: (path: string) => string | undefined = () => undefined): Problems {
  if (outcome.status !== 'refused') return { form: describeOutcome(outcome) };
  const problems: Problems = {};
  for (const { path, message } of outcome.problems) {
    const name = REASON_FIELDS[path] ?? fieldOf(path) ?? 'form';
    problems[name] = problems[name] ? `${problems[name]} ${message}` : message;
  }
  return problems;
}

/** A sentence for an edit that was not saved, if it is not about a field. */
export function describeOutcome(outcome: EditOutcome): string | undefined {
  if (outcome.status === 'failed' || outcome.status === 'limited') return `Not saved: ${outcome.message}.`;
  if (outcome.status === 'outdated') return OUTDATED;
  return outcome.status === 'refused' ? outcome.problems.map(({ message }) => message).join(' ') : undefined;
}

/** 422 if the operator must change something. Otherwise the state of the catalog is in the way, such as an import that is running. */
export function statusOf({ status }: EditOutcome): number {
  if (status === 'limited') return 429;
  return status === 'refused' ? 422 : 409;
}

export function notSavedPage(request: SignedInRequest, gameId: number, outcome: EditOutcome): HtmlResponse {
  const back = html`<p><a href="${editorPath(request, gameId)}">Back to the form</a></p>`;
  return notice('Nothing was changed', html`<p>${describeOutcome(outcome)}</p>${back}`, statusOf(outcome));
}

const OUTDATED = 'Not saved: this game was changed after you opened the page.';
