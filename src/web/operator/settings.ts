import { formatSetting } from '../../config.ts';
import { envName, flagName, isSecret, SETTINGS, type SettingName } from '../../settings.ts';
import { html, type Part } from '../kit/html.ts';
import type { HtmlResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { table } from '../kit/table.ts';
import { operatorPage } from './operator.ts';

/** Every setting of this server. They are read at the start, so the page cannot change them. */
export function showServerSettings(request: SignedInRequest): HtmlResponse {
  const { config } = request.app;
  const names = Object.keys(SETTINGS) as SettingName[];
  const rows = names.map((name) => [
    html`<code>${envName(name)}</code>`,
    html`<strong>${formatSetting(config, name)}</strong>`,
    sourceOf(request, name),
    SETTINGS[name].help,
  ]);
  return operatorPage(
    request,
    'Server settings',
    html`<p class="hint">Set at the start of the server, as an environment variable or a flag. Restart it to apply a change.
Secrets are not shown.</p>
${table('Server settings', [['Setting'], ['Value'], ['From'], ['Meaning']], rows)}`,
  );
}

function sourceOf({ app }: SignedInRequest, name: SettingName): Part {
  const origin = app.config.origins[name];
  if (origin === 'default') return html`<span class="hint">default</span>`;
  if (origin === 'flag') return html`flag <code>--${flagName(name)}</code>`;
  return origin === 'file' && isSecret(name) ? html`file in <code>${envName(name)}_FILE</code>` : 'environment';
}
