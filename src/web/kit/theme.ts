import { readCookie } from './cookies.ts';
import { type Html, html } from './html.ts';
import type { PageRequest } from './page.ts';

/** A theme that the visitor chose. Without one, the page follows the system. */
export type Theme = 'light' | 'dark';

export const THEME_CHOICES = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

export function readTheme({ headers, isSecure }: Pick<PageRequest, 'headers' | 'isSecure'>): Theme | undefined {
  const value = readCookie({ isSecure }, headers.cookie, 'theme');
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
