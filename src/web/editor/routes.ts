import type { Page } from '../kit/page.ts';
import { requireOperator } from '../kit/signed-in.ts';
import { showCorrections } from './corrections.ts';
import { doDecide, doUndo, showDuplicates } from './duplicates.ts';
import { doHide, doSaveGame, showEditor } from './game-editor.ts';
import { doRestore, doRevert } from './history.ts';
import { doMerge, showMerge } from './merge.ts';
import { doChangePicture, doUploadPictures, showPictures } from './pictures.ts';
import { doAddPlatform, doMovePlatform, doSaveReleases, showPlatformEditor } from './platforms.ts';
import { doSplit, showSplit } from './split.ts';

const PICTURES = '/operator/games/{id}/pictures';
const PLATFORM = '/operator/games/{id}/platforms/{platform}';

/** Corrections of the catalog in the browser. */
export const EDITOR_PAGES: readonly Page[] = [
  {
    method: 'GET',
    path: '/operator/duplicates',
    handle: requireOperator((request) => showDuplicates(request)),
    isEditor: true,
  },
  { method: 'GET', path: '/operator/corrections', handle: requireOperator(showCorrections), isEditor: true },
  { method: 'POST', path: '/operator/duplicates', handle: requireOperator(doDecide), isEditor: true },
  { method: 'POST', path: '/operator/duplicates/undo', handle: requireOperator(doUndo), isEditor: true },
  { method: 'GET', path: '/operator/games/{id}', handle: requireOperator(showEditor), isEditor: true },
  { method: 'POST', path: '/operator/games/{id}', handle: requireOperator(doSaveGame), isEditor: true },
  { method: 'POST', path: '/operator/games/{id}/hide', handle: requireOperator(doHide), isEditor: true },
  { method: 'POST', path: '/operator/games/{id}/revert', handle: requireOperator(doRevert), isEditor: true },
  { method: 'POST', path: '/operator/games/{id}/restore', handle: requireOperator(doRestore), isEditor: true },
  { method: 'POST', path: '/operator/games/{id}/platforms', handle: requireOperator(doAddPlatform), isEditor: true },
  { method: 'GET', path: PLATFORM, handle: requireOperator(showPlatformEditor), isEditor: true },
  { method: 'POST', path: PLATFORM, handle: requireOperator(doSaveReleases), isEditor: true },
  { method: 'POST', path: `${PLATFORM}/move`, handle: requireOperator(doMovePlatform), isEditor: true },
  { method: 'GET', path: PICTURES, handle: requireOperator(showPictures), isEditor: true },
  { method: 'POST', path: PICTURES, handle: requireOperator(doUploadPictures), isEditor: true, isUpload: true },
  { method: 'POST', path: `${PICTURES}/change`, handle: requireOperator(doChangePicture), isEditor: true },
  { method: 'GET', path: '/operator/games/{id}/merge', handle: requireOperator(showMerge), isEditor: true },
  { method: 'POST', path: '/operator/games/{id}/merge', handle: requireOperator(doMerge), isEditor: true },
  { method: 'GET', path: '/operator/games/{id}/split', handle: requireOperator(showSplit), isEditor: true },
  { method: 'POST', path: '/operator/games/{id}/split', handle: requireOperator(doSplit), isEditor: true },
];
