import { field, type Problems, typed } from '../kit/forms.ts';
import type { Html } from '../kit/html.ts';
import type { PageRequest } from '../kit/page.ts';

const EMAIL_LENGTH = 254;

/** The address by which somebody is known here, or, under another label, wants to be. */
export function emailField(request: PageRequest, problems: Problems = {}, label = 'E-mail'): Html {
  const value = typed(request, 'email');
  return field(
    { name: 'email', label, type: 'email', value, autocomplete: 'username', maxlength: EMAIL_LENGTH },
    problems,
  );
}

/** A password that somebody chooses. */
export function newPasswordField(name: string, label: string, problems: Problems): Html {
  const hint = 'At least 10 characters.';
  return field({ name, label, type: 'password', autocomplete: 'new-password', hint }, problems);
}

/** The password that somebody has. */
export function passwordField(name: string, label: string, problems: Problems = {}): Html {
  return field({ name, label, type: 'password', autocomplete: 'current-password' }, problems);
}
