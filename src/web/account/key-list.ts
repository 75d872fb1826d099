import { keyLimits } from '../../accounts/keys.ts';
import { isExpired } from '../../accounts/own-keys.ts';
import type { StoredKey } from '../../store/service-tables.ts';
import { formatDuration, formatNumber, timestamp } from '../kit/format.ts';
import { button } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';

const HOUR_MS = 3600 * 1000;

export async function keyTable(request: SignedInRequest, keys: readonly StoredKey[]): Promise<Html> {
  const rows = await Promise.all(keys.map((key) => keyRow(request, key)));
  return html`<ul class="keys">${rows}</ul>`;
}

async function keyRow(request: SignedInRequest, key: StoredKey): Promise<Html> {
  const now = request.app.clock();
  const id = `key-${key.keyId}`;
  return html`<li class="key"><h3>${key.name}</h3>
<p class="state">${stateOf(key, now)} Created ${timestamp(key.createdAt)}.</p>
${isExpired(key, now) ? html`` : await activeKey(request, key, id)}
</li>`;
}

async function activeKey(request: SignedInRequest, key: StoredKey, id: string): Promise<Html> {
  const { app } = request;
  const hidden = { key: String(key.keyId) };
  return html`<div class="copyable"><details><summary>Show key</summary>
<code id="${id}">${app.secret.decrypt(key.encrypted)}</code></details>
<button type="button" hidden data-copy="${id}">Copy key</button></div>
${await limitsOf(request, key)}
<div class="actions">
${key.expiresAt === null && button(request, '/profile/keys/rotate', 'Rotate key', hidden)}
<details><summary>Revoke</summary><p>Programs that use this key stop working immediately.</p>
${button(request, '/profile/keys/revoke', 'Revoke key', hidden)}</details>
</div>`;
}

function stateOf(key: StoredKey, now: number): Html {
  if (isExpired(key, now)) return html`Expired ${timestamp(key.expiresAt as number)}.`;
  if (key.expiresAt === null) return html`Active.`;
  return html`<strong>Rotated. Still works for ${formatDuration(key.expiresAt - now)}</strong>, until ${timestamp(key.expiresAt)}.`;
}

/** The limits of a key and how much remains of them. */
async function limitsOf({ app, account }: SignedInRequest, key: StoredKey): Promise<Html> {
  const { perHour, perSecond } = keyLimits(app.config, account.plan, key);
  const now = app.clock();
  const usage = await app.store.quota.find(key.keyId);
  const used = usage?.hour === Math.floor(now / HOUR_MS) ? usage.used : 0;
  const row = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<dl class="limits">
${row('Requests per hour', perHour === null ? 'Unlimited' : formatNumber(perHour))}
${row('Requests per second', perSecond === null ? 'Unlimited' : formatNumber(perSecond))}
${perHour !== null && row('Remaining this hour', formatNumber(Math.max(0, perHour - used)))}
${perHour !== null && row('Resets in', formatDuration(HOUR_MS - (now % HOUR_MS)))}
</dl>`;
}
