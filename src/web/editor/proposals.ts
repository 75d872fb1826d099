import { suspend } from '../../accounts/accounts.ts';
import type { CorrectionLine } from '../../bundle/lines.ts';
import { AppError } from '../../errors.ts';
import type { EditOutcome, Preview, ProposedEdit } from '../../merging/edits/edit.ts';
import { prepareThread, workInThread } from '../../merging/work-in-thread.ts';
import { makeThumbnail } from '../../pictures/inspect.ts';
import type { Proposal } from '../../store/service-tables.ts';
import { bdi, linkUrls, timestamp } from '../kit/format.ts';
import {
  answerField,
  button,
  findTextProblem,
  form,
  formProblem,
  hiddenField,
  privatePage,
  readField,
  withProblems,
} from '../kit/forms.ts';
import { type Html, html, nothing, type Part } from '../kit/html.ts';
import { successNotice } from '../kit/notices.ts';
import { type HtmlResponse, type PageResponse, readId, type SignedInRequest } from '../kit/page.ts';
import { operatorPage } from '../operator/operator.ts';
import { describeOutcome, findEditedGame, findTitle, isShown, type ShownGame, withOutcome } from './edit.ts';
import { fieldList } from './history.ts';
import { listFields, readHistoryContext } from './history-values.ts';

const QUEUE = '/operator/proposals';
const MAX_SHOWN = 30;
/** Of those that wait, with pictures of up to 5 MB. */
const MAX_REVIEWED = 10;

/** A proposal with what it changes. */
interface Review {
  proposal: Proposal;
  /** If it is open, of the games as they are now. */
  edit: ProposedEdit;
  preview: Preview;
  /** What the games have by now in the fields, with what they had when it was proposed. */
  since?: CorrectionLine | undefined;
  /** Why it can only be refused. */
  problem?: string | undefined;
}

function parseProposal(proposal: Proposal): Review {
  const { edit, preview } = proposal;
  return { proposal, edit: JSON.parse(edit) as ProposedEdit, preview: JSON.parse(preview) as Preview };
}

/** What waits for an operator, the oldest first. */
export async function showProposals(request: SignedInRequest): Promise<HtmlResponse> {
  prepareThread();
  const { proposals } = request.app.store;
  const open: Review[] = [];
  for (const one of await proposals.listOpen(MAX_REVIEWED)) open.push(await review(request, one));
  const waiting = await proposalList(request, open, '/operator/games', (own) => reviewParts(request, own));
  return operatorPage(
    request,
    'Proposals',
    html`${formProblem(request.problems.form)}
${open.length > 0 ? waiting : html`<p class="hint">No proposals are waiting.</p>`}`,
  );
}

/** What an open proposal would change now. */
async function review({ app }: SignedInRequest, proposal: Proposal): Promise<Review> {
  const own = parseProposal(proposal);
  const { edit, preview } = own;
  const [picture] = edit.change.addPictures ?? [];
  if (picture) picture.bytes = (await app.store.proposals.findPicture(proposal.proposalId)) ?? new Uint8Array();
  const found = await Promise.all(edit.seen.map(({ gameId }) => findEditedGame(app, gameId)));
  const games = found.filter(isShown);
  if (new Set(games.map(({ gameId }) => gameId)).size < edit.seen.length)
    return { ...own, problem: 'its game was removed, is hidden, or is one with the other by now' };
  const current = asNow(edit, games);
  if (JSON.stringify(current.seen) === JSON.stringify(edit.seen)) return { ...own, edit: current };
  const checked = await workInThread({ config: app.config, kind: 'check', edit: current });
  if (checked.status !== 'checked') return { ...own, edit: current, problem: describeOutcome(checked) };
  return { ...own, edit: current, preview: checked.preview, since: findChange(preview.line, checked.preview.line) };
}

/** Games that were merged meanwhile have another number. */
function asNow(edit: ProposedEdit, games: readonly ShownGame[]): ProposedEdit {
  const gameIds = games.map(({ gameId }) => gameId);
  const seen = games.map(({ gameId, version }) => ({ gameId, version }));
  return edit.action === 'merge' ? { ...edit, gameIds, seen } : { ...edit, gameId: gameIds[0] as number, seen };
}

function findChange(then: CorrectionLine, now: CorrectionLine): CorrectionLine | undefined {
  const before: Record<string, unknown> = then.made?.before ?? {};
  const isChanged = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[name]);
  const changed = Object.entries(now.made?.before ?? {}).filter(isChanged);
  return changed.length > 0 ? { ...Object.fromEntries(changed), key: now.key, made: { at: 0, before } } : undefined;
}

const STATES = { open: 'Waiting for an operator', accepted: 'Accepted', refused: 'Refused', withdrawn: 'Withdrawn' };

/** Each proposal with what it changes. Links to games begin with the path. */
async function proposalList(
  { app }: SignedInRequest,
  reviews: readonly Review[],
  gamesPath: string,
  more: (own: Review) => Part | Promise<Part>,
): Promise<Html> {
  const companies = reviews.flatMap(({ preview }) => preview.companies);
  const groups = reviews.flatMap(({ preview }) => preview.groups);
  const lines = reviews.flatMap(({ preview, since }) => [preview.line, since ?? []].flat());
  const context = await readHistoryContext(app, lines, gamesPath, [...companies, ...groups]);
  // Nothing may be published that the operator has not seen.
  context.isWhole = true;
  const changes = (line: CorrectionLine) =>
    fieldList(listFields(line, context).map(({ label, value }) => [label, value]));
  const item = async (own: Review) => {
    const { edit, preview, since } = own;
    const { proposalId, accountId, email, sentAt, state, decidedAt, answer } = own.proposal;
    const gameId = edit.seen[0]?.gameId ?? 0;
    const title = await app.store.catalog.read((reader) => findTitle(reader, gameId));
    return html`<li id="proposal-${proposalId}"><h2><a href="${gamesPath}/${gameId}">${bdi(title ?? 'Removed game')}</a></h2>
<p class="state"><strong>${STATES[state]}</strong>${state !== 'open' && html` ${timestamp(decidedAt ?? 0)}`}, proposed ${timestamp(sentAt)}${
      gamesPath !== '/games' && html` by <a href="/operator/accounts/${accountId}">${email}</a>`
    }</p>
${answer && html`<p class="text">Answer: ${answer}</p>`}
<p class="text">${linkUrls(edit.why)}</p>
${changes(preview.line)}
${since && html`<p class="problem">Changed since it was proposed:</p>${changes(since)}`}
${await more(own)}</li>`;
  };
  const items: Html[] = [];
  // One after another: a picture takes up to 256 MB while it is made small.
  for (const own of reviews) items.push(await item(own));
  return html`<ol class="messages">${items}</ol>`;
}

const MAX_ANSWER_LENGTH = 500;

async function reviewParts(request: SignedInRequest, { proposal, edit, problem }: Review): Promise<Html> {
  const { proposalId } = proposal;
  const path = `${QUEUE}/${proposalId}`;
  const decide = (value: string, label: string) => html`<button name="decision" value="${value}">${label}</button>`;
  const seen = edit.seen.map(({ gameId, version }) => hiddenField(`version_${gameId}`, version));
  const hint = 'The person reads it in the profile.';
  return html`${await shownPicture(edit)}
${problem && html`<p class="problem">It can only be refused: ${problem}.</p>`}
${edit.action === 'merge' && html`<p><a href="/operator/games/${edit.gameIds[0]}/merge?with=${edit.gameIds[1]}">Compare them</a></p>`}
<div class="actions">${!problem && form(request, path, [seen, decide('accept', 'Accept')], 'action')}
<details${request.problems[proposalId] && html` open`}><summary>Refuse</summary>
${form(request, path, [
  answerField(request, proposalId, { label: 'Why', hint, maxlength: MAX_ANSWER_LENGTH }),
  decide('refuse', 'Refuse'),
  decide('suspend', 'Refuse all of this person, and suspend the account'),
])}</details></div>`;
}

const PREVIEW_WIDTH = 320;

/** Nobody can fetch the picture of a proposal, so it is in the page. */
async function shownPicture({ change }: ProposedEdit): Promise<Html> {
  const [picture] = change.addPictures ?? [];
  if (!picture?.bytes.length) return nothing;
  const small = await makeThumbnail(Buffer.from(picture.bytes), PREVIEW_WIDTH, 'webp');
  return html`<p><img class="preview" src="data:image/webp;base64,${small.toString('base64')}" alt="The proposed picture"></p>`;
}

export async function doDecideProposal(request: SignedInRequest): Promise<PageResponse> {
  const proposal = await request.app.store.proposals.find(readId(request));
  if (!proposal) throw new AppError('notFound', 'There is no such proposal. Its account may have been deleted.');
  return readField(request, 'decision') === 'accept' ? accept(request, proposal) : refuse(request, proposal);
}

const DECIDED = 'Nothing was changed: this proposal was decided meanwhile.';

function showDecided(request: SignedInRequest): Promise<HtmlResponse> {
  return showProposals(withProblems(request, { form: DECIDED }, 409));
}

/** Of two operators who accept at once, one finds that the game has changed. */
async function accept(request: SignedInRequest, proposal: Proposal): Promise<PageResponse> {
  const { store, clock } = request.app;
  if (proposal.state !== 'open') return showDecided(request);
  const outcome = await saveProposal(request, proposal);
  if (outcome.status !== 'saved') return showProposals(withOutcome(request, outcome));
  const decided = { state: 'accepted', answer: null, decidedAt: clock() } as const;
  await store.proposals.decide('proposal_id', proposal.proposalId, decided);
  return { status: 303, location: `${QUEUE}?done=accepted` };
}

/** Saves the proposal as an edit of the games that the operator saw. */
async function saveProposal(request: SignedInRequest, proposal: Proposal): Promise<EditOutcome> {
  const { app, account } = request;
  const { edit, problem } = await review(request, proposal);
  if (problem) return { status: 'failed', message: problem };
  const seen = edit.seen.map(({ gameId }) => ({ gameId, version: readField(request, `version_${gameId}`) }));
  const made = { by: account.accountId, proposedBy: proposal.accountId, now: app.clock() };
  return workInThread({ config: app.config, kind: 'save', edit: { ...edit, ...made, seen } });
}

async function refuse(request: SignedInRequest, { proposalId, accountId }: Proposal): Promise<PageResponse> {
  const { store, clock } = request.app;
  const answer = readField(request, 'answer').trim();
  const problem = findTextProblem(answer, MAX_ANSWER_LENGTH);
  if (problem) return showProposals(withProblems(request, { [proposalId]: problem }));
  const decided = { state: 'refused', answer, decidedAt: clock() } as const;
  if (readField(request, 'decision') === 'suspend' && accountId !== request.account.accountId) {
    await suspend(store, accountId, clock());
    await store.proposals.decide('account_id', accountId, decided);
    return { status: 303, location: `/operator/accounts/${accountId}?done=suspended` };
  }
  if (!(await store.proposals.decide('proposal_id', proposalId, decided))) return showDecided(request);
  return { status: 303, location: `${QUEUE}?done=refused` };
}

const DONE: Record<string, string> = {
  proposed: 'Thank you. Nobody else sees your proposal until an operator has accepted it.',
  withdrawn: 'Proposal withdrawn.',
};

/** What became of a person's proposals. */
export async function showOwnProposals(request: SignedInRequest): Promise<HtmlResponse> {
  const own = await request.app.store.proposals.listByAccount(request.account.accountId, MAX_SHOWN);
  const withdraw = ({ proposal: { proposalId, state } }: Review) =>
    state === 'open' &&
    html`<div class="actions">${button(request, `/profile/proposals/${proposalId}/withdraw`, 'Withdraw')}</div>`;
  return privatePage(request, {
    title: 'Your proposals',
    body: html`<h1>Your proposals</h1>
${successNotice(DONE, request)}${formProblem(request.problems.form)}
<ul class="links"><li><a href="/profile">Profile</a></li></ul>
${own.length > 0 ? await proposalList(request, own.map(parseProposal), '/games', withdraw) : html`<p class="hint">None yet. “Propose a change” is on the page of each game.</p>`}`,
  });
}

export async function doWithdraw(request: SignedInRequest): Promise<PageResponse> {
  const { app, account } = request;
  const proposal = await app.store.proposals.find(readId(request));
  if (proposal?.accountId !== account.accountId) throw new AppError('notFound', 'You have no such proposal.');
  const decided = { state: 'withdrawn', answer: null, decidedAt: app.clock() } as const;
  if (await app.store.proposals.decide('proposal_id', proposal.proposalId, decided))
    return { status: 303, location: '/profile/proposals?done=withdrawn' };
  return showOwnProposals(withProblems(request, { form: 'An operator has decided it meanwhile.' }, 409));
}
