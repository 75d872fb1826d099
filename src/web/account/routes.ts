import type { Page } from '../kit/page.ts';
import { requireSignIn } from '../kit/signed-in.ts';
import { doAddKey, doRevokeKey, doRotateKey, doSendMessage, showOwnKey, showProfile } from './profile.ts';
import { doAskReset, doSetPassword, showReset, showResetSent } from './reset.ts';
import {
  doChangeEmail,
  doChangePassword,
  doConfirmEmail,
  doDeleteAccount,
  doEndSessions,
  showNewEmail,
  showSettings,
} from './settings.ts';
import { doSignIn, doSignOut, showSignIn } from './sign-in.ts';
import { doSignUp, doVerify, showInvite, showSignUp, showSignUpSent, showVerify } from './sign-up.ts';
import { showTerms } from './terms.ts';

export const ACCOUNT_PAGES: readonly Page[] = [
  { method: 'GET', path: '/terms', handle: showTerms },
  { method: 'GET', path: '/signup', handle: showSignUp },
  { method: 'POST', path: '/signup', handle: doSignUp },
  { method: 'GET', path: '/signup/sent', handle: showSignUpSent },
  { method: 'GET', path: '/invite/{token}', handle: showInvite },
  { method: 'GET', path: '/verify', handle: showVerify },
  { method: 'POST', path: '/verify', handle: doVerify },
  { method: 'GET', path: '/signin', handle: showSignIn },
  { method: 'POST', path: '/signin', handle: doSignIn },
  { method: 'POST', path: '/signout', handle: requireSignIn(doSignOut) },
  { method: 'GET', path: '/reset', handle: showReset },
  { method: 'POST', path: '/reset', handle: doAskReset },
  { method: 'GET', path: '/reset/sent', handle: showResetSent },
  { method: 'POST', path: '/reset/password', handle: doSetPassword },
  { method: 'GET', path: '/profile', handle: requireSignIn(showProfile) },
  { method: 'GET', path: '/profile/key.json', handle: showOwnKey },
  { method: 'POST', path: '/profile/keys', handle: requireSignIn(doAddKey) },
  { method: 'POST', path: '/profile/keys/rotate', handle: requireSignIn(doRotateKey) },
  { method: 'POST', path: '/profile/keys/revoke', handle: requireSignIn(doRevokeKey) },
  { method: 'POST', path: '/profile/messages', handle: requireSignIn(doSendMessage) },
  { method: 'GET', path: '/profile/settings', handle: requireSignIn(showSettings) },
  { method: 'POST', path: '/profile/password', handle: requireSignIn(doChangePassword) },
  { method: 'GET', path: '/profile/email', handle: requireSignIn(showNewEmail) },
  { method: 'POST', path: '/profile/email', handle: requireSignIn(doChangeEmail) },
  { method: 'POST', path: '/profile/email/confirm', handle: requireSignIn(doConfirmEmail) },
  { method: 'POST', path: '/profile/sessions/end', handle: requireSignIn(doEndSessions) },
  { method: 'POST', path: '/profile/delete', handle: requireSignIn(doDeleteAccount) },
];
