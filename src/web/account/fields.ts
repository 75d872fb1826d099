import { field, type Problems, readField } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import type { PageRequest } from '../kit/page.ts';
import { staticUrl } from '../kit/static-files.ts';

const EMAIL_LENGTH = 254;
export const INVALID_EMAIL = 'Enter a valid email address, such as ada@example.org.';

export function emailField(request: PageRequest, problems: Problems = {}, label = 'Email'): Html {
  const value = readField(request, 'email');
  return field(
    { name: 'email', label, type: 'email', value, autocomplete: 'username', maxlength: EMAIL_LENGTH },
    problems,
  );
}

/** Rates a new password while it is typed. The server applies the same rules to the form. */
export const PASSWORD_METER = html`<script type="module" src="${staticUrl('password-meter.js')}"></script>`;

export function newPasswordField(name: string, label: string, problems: Problems): Html {
  const hint = 'At least 10 characters, for example three or four unrelated words.';
  return field({ name, label, type: 'password', autocomplete: 'new-password', hint }, problems);
}

export function currentPasswordField(name: string, label: string, problems: Problems = {}): Html {
  return field({ name, label, type: 'password', autocomplete: 'current-password' }, problems);
}
