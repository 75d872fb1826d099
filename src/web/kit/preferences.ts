import { MAX_AGE_SECONDS, readCookie, setCookie } from './browser-session.ts';
import { readField } from './forms.ts';
import { type Html, html } from './html.ts';
import { isOwnPath, type PageRequest, type PageResponse, type Visit } from './page.ts';

/** How lists show games: as covers or as a table. */
export const LIST_VIEWS = ['grid', 'table'] as const;
export type ListView = (typeof LIST_VIEWS)[number];

/** The view that the query asks for, or else the one of the cookie. */
export function readListView(request: Visit): ListView {
  return findView(request.query.get('view')) ?? findView(readCookie(request, 'view')) ?? 'grid';
}

/** A cookie that remembers the view of the query, on every page that shows games. */
export function listViewCookie(request: Visit): string | undefined {
  const view = findView(request.query.get('view'));
  return view && setCookie(request, 'view', view, MAX_AGE_SECONDS);
}

function findView(name: string | null | undefined): ListView | undefined {
  return LIST_VIEWS.find((view) => view === name);
}

/** A theme that the visitor chose. Without one, the page follows the system. */
export type Theme = 'light' | 'dark';

const THEME_CHOICES = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

export function readTheme(request: Pick<PageRequest, 'headers' | 'isSecure'>): Theme | undefined {
  const value = readCookie(request, 'theme');
  return value === 'light' || value === 'dark' ? value : undefined;
}

export function themeAttribute(theme: Theme | undefined): Html | undefined {
  return theme && html` data-theme="${theme}"`;
}

/** Browsers paint the first frame by this tag, before the stylesheet is there. */
export function colorSchemeTag(theme: Theme | undefined): Html {
  return html`<meta name="color-scheme" content="${theme ?? 'light dark'}">`;
}

/** Works without JavaScript: a menu of buttons that post the theme. */
export function themeSwitch(theme: Theme | undefined, url: string): Html {
  const current = theme ?? 'system';
  return html`<details class="theme"><summary aria-label="Theme" title="Theme">${ICON}</summary>
<form method="post" action="/theme">
<input type="hidden" name="next" value="${url}">
${THEME_CHOICES.map(([value, name]) => html`<button name="theme" value="${value}" aria-pressed="${String(value === current)}">${name}</button>`)}
</form></details>`;
}

/** A circle, half of it filled. */
const ICON = html`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><circle cx="10" cy="10" r="7.25" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M10 2.75a7.25 7.25 0 0 1 0 14.5z" fill="currentColor"/></svg>`;

/** Remembers the theme in a cookie, so that the server renders it at once. */
export function doSetTheme(request: PageRequest): PageResponse {
  const chosen = readField(request, 'theme');
  const isKnown = THEME_CHOICES.some(([value]) => value === chosen);
  const cookie = setCookie(request, 'theme', isKnown ? chosen : 'system', MAX_AGE_SECONDS);
  const next = readField(request, 'next');
  return { status: 303, location: isOwnPath(next) ? next : '/', headers: { 'set-cookie': cookie } };
}
