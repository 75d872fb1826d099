import { keyLimits } from '../../accounts/keys.ts';
import { isExpired } from '../../accounts/own-keys.ts';
import type { StoredKey } from '../../store/store.ts';
import { button } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import type { SignedIn } from '../kit/signed-in.ts';
import { span, time } from '../kit/times.ts';
import { grouped } from '../kit/words.ts';

const HOUR_MS = 3600 * 1000;

/** The keys of whoever is signed in, each with what can be done with it. */
export async function keyTable(request: SignedIn, keys: readonly StoredKey[]): Promise<Html> {
  const rows = await Promise.all(keys.map((key) => keyRow(request, key)));
  return html`<ul class="keys">${rows}</ul>`;
}

async function keyRow(request: SignedIn, key: StoredKey): Promise<Html> {
  const now = request.app.clock();
  const id = `key-${key.keyId}`;
  return html`<li class="key"><h3>${key.name}</h3>
<p class="state">${stateOf(key, now)} Made ${time(key.createdAt)}.</p>
${isExpired(key, now) ? html`` : await workingKey(request, key, id)}
</li>`;
}

async function workingKey(request: SignedIn, key: StoredKey, id: string): Promise<Html> {
  const { app } = request;
  const hidden = { key: String(key.keyId) };
  return html`<div class="copied"><details><summary>Show the key</summary>
<code id="${id}">${app.secret.unseal(key.sealed)}</code></details>
<button type="button" hidden data-copy="${id}">Copy the key</button></div>
${await limitsOf(request, key)}
<div class="acts">
${key.expiresAt === null && button(request, '/profile/keys/rotate', 'Replace by a new key', hidden)}
<details><summary>Revoke</summary><p>Programs that use it are refused from then on.</p>
${button(request, '/profile/keys/revoke', 'End this key now', hidden)}</details>
</div>`;
}

function stateOf(key: StoredKey, now: number): Html {
  if (isExpired(key, now)) return html`Ended ${time(key.expiresAt as number)}.`;
  if (key.expiresAt === null) return html`Works.`;
  return html`<strong>Was replaced, and still works for ${span(key.expiresAt - now)}</strong>, until ${time(key.expiresAt)}.`;
}

/** The limits that hold now, and what is left of this hour. */
async function limitsOf({ app, account }: SignedIn, key: StoredKey): Promise<Html> {
  const { perHour, perSecond } = keyLimits(app.config, account.plan, key);
  const now = app.clock();
  const usage = await app.store.quota.find(key.keyId);
  const used = usage?.hour === Math.floor(now / HOUR_MS) ? usage.used : 0;
  const row = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<dl class="limits">
${row('an hour', perHour === null ? 'no limit' : grouped(perHour))}
${row('a second', perSecond === null ? 'no limit' : grouped(perSecond))}
${perHour !== null && row('left of this hour', grouped(Math.max(0, perHour - used)))}
${perHour !== null && row('the next hour begins in', span(HOUR_MS - (now % HOUR_MS)))}
</dl>`;
}
