import type { Page } from '../kit/page.ts';
import { requireOperator } from '../kit/signed-in.ts';
import { doHide, doSaveGame, showEditor } from './game-editor.ts';
import { doRestore, doRevert } from './history.ts';

/** Corrections of the catalog in the browser. */
export const EDITOR_PAGES: readonly Page[] = [
  { method: 'GET', path: '/operator/games/{id}', handle: requireOperator(showEditor), isEditor: true },
  { method: 'POST', path: '/operator/games/{id}', handle: requireOperator(doSaveGame), isEditor: true },
  { method: 'POST', path: '/operator/games/{id}/hide', handle: requireOperator(doHide), isEditor: true },
  { method: 'POST', path: '/operator/games/{id}/revert', handle: requireOperator(doRevert), isEditor: true },
  { method: 'POST', path: '/operator/games/{id}/restore', handle: requireOperator(doRestore), isEditor: true },
];
