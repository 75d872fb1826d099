import { EDITOR_PAGES } from '../editor/routes.ts';
import type { Page } from '../kit/page.ts';
import { requireOperator } from '../kit/signed-in.ts';
import {
  doChangeAccount,
  doLimitKey,
  doMakeReset,
  doResume,
  doSignOutEverywhere,
  doSuspend,
  showAccount,
  showAccounts,
} from './accounts.ts';
import { showOperator } from './dashboard.ts';
import { showImports } from './imports.ts';
import { doInvite, doRemoveInvite, showInvites } from './invites.ts';
import { doAnswer, showMessages } from './messages.ts';
import { showServerSettings } from './settings.ts';
import { doUndo, showUndo } from './undo-import.ts';
import { showUsage } from './usage.ts';

/** Everything here can also be done on the command line: the editor makes corrections. */
export const OPERATOR_PAGES: readonly Page[] = [
  { method: 'GET', path: '/operator', handle: requireOperator(showOperator) },
  { method: 'GET', path: '/operator/accounts', handle: requireOperator(showAccounts) },
  { method: 'GET', path: '/operator/accounts/{id}', handle: requireOperator(showAccount) },
  { method: 'POST', path: '/operator/accounts/{id}', handle: requireOperator(doChangeAccount) },
  { method: 'POST', path: '/operator/accounts/{id}/suspend', handle: requireOperator(doSuspend) },
  { method: 'POST', path: '/operator/accounts/{id}/resume', handle: requireOperator(doResume) },
  { method: 'POST', path: '/operator/accounts/{id}/reset', handle: requireOperator(doMakeReset) },
  { method: 'POST', path: '/operator/accounts/{id}/limits', handle: requireOperator(doLimitKey) },
  { method: 'POST', path: '/operator/accounts/{id}/sign-out', handle: requireOperator(doSignOutEverywhere) },
  { method: 'GET', path: '/operator/usage', handle: requireOperator(showUsage) },
  { method: 'GET', path: '/operator/imports', handle: requireOperator(showImports) },
  { method: 'GET', path: '/operator/imports/undo', handle: requireOperator(showUndo) },
  { method: 'POST', path: '/operator/imports/undo', handle: requireOperator(doUndo) },
  { method: 'GET', path: '/operator/messages', handle: requireOperator(showMessages) },
  { method: 'POST', path: '/operator/messages/{id}', handle: requireOperator(doAnswer) },
  { method: 'GET', path: '/operator/invites', handle: requireOperator(showInvites) },
  { method: 'POST', path: '/operator/invites', handle: requireOperator(doInvite) },
  { method: 'POST', path: '/operator/invites/{id}/remove', handle: requireOperator(doRemoveInvite) },
  { method: 'GET', path: '/operator/settings', handle: requireOperator(showServerSettings) },
  ...EDITOR_PAGES,
];
