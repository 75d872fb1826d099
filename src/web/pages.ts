import { ACCOUNT_PAGES } from './account-pages.ts';
import { showHome } from './home.ts';
import { OPERATOR_PAGES } from './operator-pages.ts';
import type { Page } from './page.ts';

/** Every page of the site. */
export const PAGES: readonly Page[] = [
  { method: 'GET', path: '/', handle: showHome },
  ...ACCOUNT_PAGES,
  ...OPERATOR_PAGES,
];
