import type { Edit, EditOutcome, EditProblem } from '../../merging/edits/edit.ts';
import { saveInThread } from '../../merging/edits/save-in-thread.ts';
import { field, findTextProblem, type Problems, readField } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import { notice } from '../kit/notices.ts';
import type { HtmlResponse, PageRequest } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';

const MAX_WHY_LENGTH = 500;

/** What an edit does, without who, when and why. */
export type EditAction = Edit extends infer E ? (E extends Edit ? Omit<E, 'by' | 'now' | 'why'> : never) : never;

/** Saves an edit in the name of the signed-in operator, with the reason from the form. */
export async function save(request: SignedInRequest, action: EditAction): Promise<EditOutcome> {
  const { app, account } = request;
  const why = readField(request, 'why').trim();
  const problem = why !== '' && findTextProblem(why, MAX_WHY_LENGTH);
  if (problem) return { status: 'refused', problems: [{ path: 'made.why', message: problem }] };
  return saveInThread(app.config, { ...action, by: account.accountId, now: app.clock(), why } as Edit);
}

export function whyField(request: PageRequest, problems: Problems = {}, id = 'why'): Html {
  return field(
    {
      name: 'why',
      label: 'Why',
      value: readField(request, 'why'),
      maxlength: MAX_WHY_LENGTH,
      required: false,
      hint: 'For the history, such as where you found it.',
    },
    problems,
    id,
  );
}

export function allowNewBox(request: PageRequest, label: string): Html {
  return checkBox('allow_new', label, readField(request, 'allow_new') === 'yes');
}

export function checkBox(name: string, label: string, isChecked: boolean): Html {
  return html`<div class="field check"><input type="checkbox" id="${name}" name="${name}" value="yes"${isChecked && html` checked`}>
<label for="${name}">${label}</label></div>`;
}

/** The problems by the field of the form that shows them. */
export function toProblems(found: readonly EditProblem[], fieldOf: (path: string) => string | undefined): Problems {
  const problems: Problems = {};
  for (const { path, message } of found) {
    const name = path === 'made.why' ? 'why' : (fieldOf(path) ?? 'form');
    problems[name] = problems[name] ? `${problems[name]} ${message}` : message;
  }
  return problems;
}

/** A sentence for an edit that was not saved, if it is not about a field. */
export function describeOutcome(outcome: EditOutcome): string | undefined {
  if (outcome.status === 'failed') return `Not saved: ${outcome.message}.`;
  if (outcome.status === 'outdated') return OUTDATED;
  return outcome.status === 'refused' ? outcome.problems.map(({ message }) => message).join(' ') : undefined;
}

/** 422 if the operator must change something. Otherwise the state of the catalog is in the way, such as an import that is running. */
export function statusOf({ status }: EditOutcome): number {
  return status === 'refused' ? 422 : 409;
}

/** For a form that has no fields to correct. */
export function notSavedPage(gameId: number, outcome: EditOutcome): HtmlResponse {
  const back = html`<p><a href="/operator/games/${gameId}">Back to the editor</a></p>`;
  return notice('Nothing was changed', html`<p>${describeOutcome(outcome)}</p>${back}`, statusOf(outcome));
}

const OUTDATED = 'Not saved: this game was changed after you opened the page.';
