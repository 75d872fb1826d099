import { showHome } from './home.ts';
import type { Page } from './page.ts';

/** Every page of the site. */
export const PAGES: readonly Page[] = [{ method: 'GET', path: '/', handle: showHome }];
