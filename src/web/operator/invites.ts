import { makeToken, TOKEN_HOURS } from '../../accounts/tokens.ts';
import { PLANS } from '../../plans.ts';
import { timestamp } from '../kit/format.ts';
import {
  button,
  field,
  findTextProblem,
  form,
  type Problems,
  readField,
  selectField,
  withProblemStatus,
} from '../kit/forms.ts';
import { html } from '../kit/html.ts';
import type { HtmlResponse, PageResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { table } from '../kit/table.ts';
import { copyableLink, operatorPage } from './operator.ts';

const MAX_NOTE_LENGTH = 100;

/** The link is shown only once: the store keeps a hash of its token. */
export async function doInvite(request: SignedInRequest): Promise<PageResponse> {
  const { app } = request;
  const note = readField(request, 'note').trim();
  const plan = PLANS.find((name) => name === readField(request, 'plan')) ?? 'free';
  const problem = findTextProblem(note, MAX_NOTE_LENGTH);
  if (problem) return showInvites(request, { note: problem });
  const link = `${app.publicUrl}/invite/${await makeToken(app, 'invite', { note, plan })}`;
  return operatorPage(
    request,
    'Invitation link',
    html`<p>For ${note}. The link works once, for ${TOKEN_HOURS.invite / 24} days. Copy it now: it is shown only once.</p>
${copyableLink(link)}<p><a href="/operator/invites">Back to invitations</a></p>`,
  );
}

export async function doRemoveInvite(request: SignedInRequest): Promise<PageResponse> {
  const { id = '' } = request.path;
  if (/^\d{1,15}$/.test(id)) await request.app.store.tokens.remove(Number(id), 'invite');
  return { status: 303, location: '/operator/invites?done=removed' };
}

export async function showInvites(request: SignedInRequest, problems: Problems = {}): Promise<HtmlResponse> {
  const { app } = request;
  await app.store.tokens.removeExpired(app.clock());
  const invites = await app.store.tokens.list('invite');
  const rows = invites.map(({ tokenId, content, createdAt, expiresAt }) => {
    const { note, plan } = JSON.parse(content);
    const remove = button(request, `/operator/invites/${tokenId}/remove`, 'Remove');
    return [String(note), String(plan), timestamp(createdAt), timestamp(expiresAt), remove];
  });
  const hint =
    app.config.sign_up === 'closed' &&
    html`<p class="problem">Sign-up is closed in the settings, so invitations do not work.</p>`;
  const page = operatorPage(
    request,
    'Invitations',
    html`${hint}${form(request, '/operator/invites', [
      field({ name: 'note', label: 'For', value: readField(request, 'note'), maxlength: MAX_NOTE_LENGTH }, problems),
      selectField('plan', 'Plan', PLANS, 'free'),
      html`<button>Create invitation</button>`,
    ])}
<h2>Open invitations</h2>${table('Invitations', [['For'], ['Plan'], ['Created'], ['Expires'], ['']], rows)}`,
  );
  return withProblemStatus(page, problems);
}
