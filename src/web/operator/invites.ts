import { makeToken, TOKEN_HOURS } from '../../accounts/tokens.ts';
import { PLANS } from '../../plans.ts';
import { again, button, choice, field, findTextProblem, form, type Problems, typed } from '../kit/forms.ts';
import { html } from '../kit/html.ts';
import type { HtmlAnswer, PageAnswer } from '../kit/page.ts';
import type { SignedIn } from '../kit/signed-in.ts';
import { table } from '../kit/tables.ts';
import { time } from '../kit/times.ts';
import { linkToCopy, operatorPage } from './operator.ts';

const LONGEST_NOTE = 100;

export function showInvites(request: SignedIn): Promise<HtmlAnswer> {
  return invitesPage(request, {});
}

/** The link is shown only now: what is stored cannot be turned back into it. */
export async function doInvite(request: SignedIn): Promise<PageAnswer> {
  const { app } = request;
  const note = typed(request, 'note').trim();
  const plan = PLANS.find((name) => name === typed(request, 'plan')) ?? 'free';
  const problem = findTextProblem(note, LONGEST_NOTE);
  if (problem) return invitesPage(request, { note: problem });
  const link = `${app.publicUrl}/invite/${await makeToken(app, 'invite', { note, plan })}`;
  return operatorPage(
    request,
    'An invitation',
    html`<p>For ${note}. It works once, for ${TOKEN_HOURS.invite / 24} days, and is shown only now.</p>
${linkToCopy(link)}<p><a href="/operator/invites">Back to the invitations</a></p>`,
  );
}

export async function doRemoveInvite(request: SignedIn): Promise<PageAnswer> {
  const { id = '' } = request.path;
  if (/^\d{1,15}$/.test(id)) await request.app.store.tokens.remove(Number(id), 'invite');
  return { status: 303, location: '/operator/invites?done=removed' };
}

async function invitesPage(request: SignedIn, problems: Problems): Promise<HtmlAnswer> {
  const { app } = request;
  await app.store.tokens.removeExpired(app.clock());
  const invites = await app.store.tokens.list('invite');
  const rows = invites.map(({ tokenId, content, createdAt, expiresAt }) => {
    const { note, plan } = JSON.parse(content);
    const remove = button(request, `/operator/invites/${tokenId}/remove`, 'Take back');
    return [String(note), String(plan), time(createdAt), time(expiresAt), remove];
  });
  const hint =
    app.config.sign_up === 'closed' && html`<p class="problem">Sign-up is closed by setting: no invitation works.</p>`;
  const page = operatorPage(
    request,
    'Invitations',
    html`${hint}${form(request, '/operator/invites', [
      field({ name: 'note', label: 'For whom?', value: typed(request, 'note'), maxlength: LONGEST_NOTE }, problems),
      choice('plan', 'Plan', PLANS, 'free'),
      html`<button>Make an invitation</button>`,
    ])}
<h2>Not used yet</h2>${table('Invitations', [['For'], ['Plan'], ['Made'], ['Ends'], ['']], rows)}`,
  );
  return again(page, problems);
}
