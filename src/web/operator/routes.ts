import type { Page } from '../kit/page.ts';
import { operatorOnly } from '../kit/signed-in.ts';
import {
  doChangeAccount,
  doLimitKey,
  doMakeReset,
  doResume,
  doSuspend,
  showAccount,
  showAccounts,
} from './accounts.ts';
import { doInvite, doRemoveInvite, showInvites } from './invites.ts';
import { doAnswer, showMessages } from './messages.ts';
import { showImports, showOperator } from './operator.ts';
import { showUsage } from './usage.ts';

/** What the operator sees; everything here can also be done from the command line. */
export const OPERATOR_PAGES: readonly Page[] = [
  { method: 'GET', path: '/operator', handle: operatorOnly(showOperator) },
  { method: 'GET', path: '/operator/accounts', handle: operatorOnly(showAccounts) },
  { method: 'GET', path: '/operator/accounts/{id}', handle: operatorOnly(showAccount) },
  { method: 'POST', path: '/operator/accounts/{id}', handle: operatorOnly(doChangeAccount) },
  { method: 'POST', path: '/operator/accounts/{id}/suspend', handle: operatorOnly(doSuspend) },
  { method: 'POST', path: '/operator/accounts/{id}/resume', handle: operatorOnly(doResume) },
  { method: 'POST', path: '/operator/accounts/{id}/reset', handle: operatorOnly(doMakeReset) },
  { method: 'POST', path: '/operator/accounts/{id}/limits', handle: operatorOnly(doLimitKey) },
  { method: 'GET', path: '/operator/usage', handle: operatorOnly(showUsage) },
  { method: 'GET', path: '/operator/imports', handle: operatorOnly(showImports) },
  { method: 'GET', path: '/operator/messages', handle: operatorOnly(showMessages) },
  { method: 'POST', path: '/operator/messages/{id}', handle: operatorOnly(doAnswer) },
  { method: 'GET', path: '/operator/invites', handle: operatorOnly(showInvites) },
  { method: 'POST', path: '/operator/invites', handle: operatorOnly(doInvite) },
  { method: 'POST', path: '/operator/invites/{id}/remove', handle: operatorOnly(doRemoveInvite) },
];
