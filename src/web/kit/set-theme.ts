import { setCookie } from './cookies.ts';
import { readField } from './forms.ts';
import type { PageRequest, PageResponse } from './page.ts';
import { isOwnPath } from './signed-in.ts';
import { THEME_CHOICES } from './theme.ts';

/** The longest that browsers keep a cookie. */
const MAX_AGE_SECONDS = 400 * 24 * 3600;

/** Remembers the theme in a cookie, so that the server renders it at once. */
export function doSetTheme(request: PageRequest): PageResponse {
  const chosen = readField(request, 'theme');
  const isKnown = THEME_CHOICES.some(([value]) => value === chosen);
  const cookie = setCookie(request, 'theme', isKnown ? chosen : 'system', MAX_AGE_SECONDS);
  const next = readField(request, 'next');
  return { status: 303, location: isOwnPath(next) ? next : '/', headers: { 'set-cookie': cookie } };
}
