import { showContract, showGuide } from './docs.ts';
import { showExplorer } from './explorer.ts';
import { showHome } from './home.ts';
import type { Page } from './page.ts';

/** Every page of the site. */
export const PAGES: readonly Page[] = [
  { method: 'GET', path: '/', handle: showHome },
  { method: 'GET', path: '/docs', handle: showGuide },
  { method: 'GET', path: '/docs/api', handle: showContract },
  { method: 'GET', path: '/docs/reference', handle: showExplorer },
];
