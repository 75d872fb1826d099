import type { App } from '../../app.ts';
import { errorPage } from './error-pages.ts';
import { renderLayout } from './layout.ts';
import { withBasePath } from './send.ts';

/** The page for visitors whom a busy server refuses. It is the same for all, so that it costs nothing. */
export function renderBusyPage(app: App, message: string): string {
  const visit = { method: 'GET', url: '/', account: undefined, theme: undefined };
  return withBasePath(app, renderLayout(app, errorPage('unavailable', message), visit));
}
