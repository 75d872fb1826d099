import { GRACE_HOURS, isExpired, keyLimits, mayCall, quotaIdOf } from '../../accounts/keys.ts';
import type { StoredKey } from '../../store/service-tables.ts';
import { fact, formatDuration, formatNumber, timestamp } from '../kit/format.ts';
import { button, formProblem } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import type { SignedInRequest } from '../kit/page.ts';

const HOUR_MS = 3600 * 1000;

export function keyElementId({ keyId }: StoredKey): string {
  return `key-${keyId}`;
}

/** A rotated key has the name of its successor, so the time tells them apart. */
function keyLabel({ name, expiresAt, createdAt }: StoredKey): Html {
  return expiresAt === null ? html`${name}` : html`${name} (old, of ${timestamp(createdAt)})`;
}

/** The key that the last action created is shown at once. */
export async function keyList(request: SignedInRequest, keys: readonly StoredKey[]): Promise<Html> {
  const items = await Promise.all(keys.map((key) => keyItem(request, key)));
  return html`<ul class="keys">${items}</ul>`;
}

async function keyItem(request: SignedInRequest, key: StoredKey): Promise<Html> {
  const now = request.app.clock();
  const id = keyElementId(key);
  return html`<li class="key"><h3>${keyLabel(key)}</h3>
<p class="state">${stateOf(key, now)} Created ${timestamp(key.createdAt)}.</p>
${formProblem(request.problems[id])}
${isExpired(key, now) ? html`` : await activeKey(request, key, id)}
</li>`;
}

async function activeKey(request: SignedInRequest, key: StoredKey, id: string): Promise<Html> {
  const { app } = request;
  const hidden = { key: String(key.keyId) };
  const isNew = request.query.get('key') === hidden.key;
  return html`<div class="copyable"><details${isNew && html` open`}><summary>Show key</summary>
<code id="${id}">${app.secret.decrypt(key.encrypted)}</code></details>
<button type="button" hidden data-copy="${id}">Copy key</button></div>
${await limitsOf(request, key)}
<div class="actions">
${key.expiresAt === null && rotation(request, hidden)}
<details><summary>Revoke</summary><p>Programs that use this key stop working within a second.</p>
${button(request, '/profile/keys/revoke', 'Revoke key', hidden)}</details>
</div>`;
}

function rotation(request: SignedInRequest, hidden: Record<string, string>): Html {
  return html`<details><summary>Rotate</summary><p>You get a new key with the same limits. This key works for
${GRACE_HOURS} more hours, so that you can update your programs.</p>
${button(request, '/profile/keys/rotate', 'Rotate key', hidden)}</details>`;
}

/** A key ends by revocation or some time after its rotation; the store does not tell which. */
function stateOf(key: StoredKey, now: number): Html {
  if (isExpired(key, now)) return html`Stopped working ${timestamp(key.expiresAt as number)}.`;
  if (key.expiresAt === null) return html`Active.`;
  return html`<strong>Rotated. Still works for ${formatDuration(key.expiresAt - now)}</strong>, until ${timestamp(key.expiresAt)}.`;
}

async function limitsOf({ app, account }: SignedInRequest, key: StoredKey): Promise<Html> {
  const limits = keyLimits(app.config, account.plan, key);
  if (!mayCall(limits)) return html`<p>The operator has set the limit of this key to 0: it may send no requests.</p>`;
  const { perHour, perSecond } = limits;
  const now = app.clock();
  const [first = key] = await app.store.accounts.listKeys(account.accountId);
  const usage = await app.store.quota.find(quotaIdOf(account.plan, key, first.keyId));
  const used = usage?.hour === Math.floor(now / HOUR_MS) ? usage.used : 0;
  const bar =
    perHour !== null &&
    html`<progress class="quota" max="${perHour}" value="${Math.min(used, perHour)}" aria-label="Used this hour: ${formatNumber(used)} of ${formatNumber(perHour)} requests"></progress>`;
  return html`<dl class="limits">
${fact('Requests per hour', perHour === null ? 'Unlimited' : formatNumber(perHour))}
${fact('Requests per second', perSecond === null ? 'Unlimited' : formatNumber(perSecond))}
${perHour !== null && fact('Remaining this hour', formatNumber(Math.max(0, perHour - used)))}
${perHour !== null && fact('Resets in', formatDuration(HOUR_MS - (now % HOUR_MS)))}
</dl>${bar}`;
}

const QUERY = 'title=mario&format=brief';

/** A request that works, for somebody who has just signed up. */
export function firstCall(apiUrl: string, key: string): Html {
  return html`<section class="first-call" aria-labelledby="first-call"><h2 id="first-call">Your first request</h2>
<div class="copyable"><pre tabindex="0"><code id="first-request">curl -H 'X-API-Key: ${key}' '${apiUrl}/games?${QUERY}'</code></pre>
<button type="button" hidden data-copy="first-request">Copy</button></div>
<p>Paste it into a terminal, or <a href="${apiUrl}/games?${QUERY}&api_key=${encodeURIComponent(key)}">try it</a> in this
browser. The <a href="/docs">guide</a> shows what else you can ask for.</p></section>`;
}
