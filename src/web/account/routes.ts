import type { Page } from '../kit/page.ts';
import { signedIn } from '../kit/signed-in.ts';
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
import { doSignUp, doVerify, showInvite, showSent, showSignUp, showVerify } from './sign-up.ts';
import { showTerms } from './terms.ts';

/** The ways in and out, and what belongs to one person. */
export const ACCOUNT_PAGES: readonly Page[] = [
  { method: 'GET', path: '/terms', handle: showTerms },
  { method: 'GET', path: '/signup', handle: showSignUp },
  { method: 'POST', path: '/signup', handle: doSignUp },
  { method: 'GET', path: '/signup/sent', handle: showSent },
  { method: 'GET', path: '/invite/{token}', handle: showInvite },
  { method: 'GET', path: '/verify', handle: showVerify },
  { method: 'POST', path: '/verify', handle: doVerify },
  { method: 'GET', path: '/signin', handle: showSignIn },
  { method: 'POST', path: '/signin', handle: doSignIn },
  { method: 'POST', path: '/signout', handle: signedIn(doSignOut) },
  { method: 'GET', path: '/reset', handle: showReset },
  { method: 'POST', path: '/reset', handle: doAskReset },
  { method: 'GET', path: '/reset/sent', handle: showResetSent },
  { method: 'POST', path: '/reset/password', handle: doSetPassword },
  { method: 'GET', path: '/profile', handle: signedIn(showProfile) },
  { method: 'GET', path: '/profile/key.json', handle: showOwnKey },
  { method: 'POST', path: '/profile/keys', handle: signedIn(doAddKey) },
  { method: 'POST', path: '/profile/keys/rotate', handle: signedIn(doRotateKey) },
  { method: 'POST', path: '/profile/keys/revoke', handle: signedIn(doRevokeKey) },
  { method: 'POST', path: '/profile/messages', handle: signedIn(doSendMessage) },
  { method: 'GET', path: '/profile/settings', handle: signedIn(showSettings) },
  { method: 'POST', path: '/profile/password', handle: signedIn(doChangePassword) },
  { method: 'GET', path: '/profile/email', handle: signedIn(showNewEmail) },
  { method: 'POST', path: '/profile/email', handle: signedIn(doChangeEmail) },
  { method: 'POST', path: '/profile/email/confirm', handle: signedIn(doConfirmEmail) },
  { method: 'POST', path: '/profile/sessions/end', handle: signedIn(doEndSessions) },
  { method: 'POST', path: '/profile/delete', handle: signedIn(doDeleteAccount) },
];
