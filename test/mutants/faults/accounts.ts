import type { Faults } from '../fault.ts';

export const ACCOUNT_FAULTS: Faults = {
  'accounts/keys.ts': [
    [
      "expiresAt <= clock()) return 'revoked'",
      "expiresAt < clock()) return 'revoked'",
      'accounts/keys',
      'contract/keys',
    ],
    ['state: startedIn,', 'state,', 'accounts/keys'],
    ['cache.delete(key);', '', 'accounts/keys'],
    ['own === 0 ? null : own', 'own', 'accounts/keys', 'contract/quota'],
    ['return key?.accountId === accountId ? key : undefined;', 'return key;', 'accounts/rules'],
    ['!isExpired(key, now - HOUR_MS)', '!isExpired(key, now)', 'accounts/rules'],
    ["if (isSuspended) return 'suspended';", '', 'contract/keys'],
    ["mayCall(caller.limits) ? caller : 'noCalls'", 'caller', 'contract/keys'],
  ],
  'accounts/passwords.ts': [["password.normalize('NFC')", 'password', 'accounts/passwords']],
  'accounts/sign-in.ts': [
    [
      'if (!account || account.suspendedAt !== null) return undefined;',
      'if (!account) return undefined;',
      'accounts/rules',
    ],
    [
      '!session || session.seenAt <= now - sessionMs(context)',
      '!session',
      'web/account/account-lifecycle',
      'web/forms',
    ],
    ['await clearAttempts(context, attempt);', '', 'accounts/rules'],
    ['if (!(await useToken(context, token))) return undefined;', '', 'web/account/mail'],
    [
      "if (inviteId !== null && !(await useToken(context, { tokenId: inviteId, purpose: 'invite' }))) return undefined;",
      '',
      'accounts/rules',
    ],
  ],
  'accounts/tokens.ts': [
    ['!found || found.expiresAt <= clock()', '!found', 'web/account/mail', 'web/account/account-lifecycle'],
    ['secret.digest(`${purpose} ${token}`)', 'secret.digest(token)', 'accounts/rules'],
  ],
  'accounts/accounts.ts': [
    [
      'await context.store.sessions.removeAll(accountId, exceptSession);',
      '',
      'web/account/account-lifecycle',
      'web/account/mail',
    ],
    ['await context.store.tokens.removeAll(accountId);', '', 'accounts/rules'],
    [
      'return found?.accountId === accountId ? found : undefined;',
      'return found;',
      'web/account/mail',
      'web/account/account-lifecycle',
    ],
    [
      'await store.sessions.removeAll(accountId);\n  await store.tokens.removeAll(accountId);',
      'await store.sessions.removeAll(accountId);',
      'accounts/rules',
    ],
  ],
  'network.ts': [['.slice(0, 4)', '.slice(0, 8)', 'web/account/throttle']],
  'accounts/secret.ts': [['if (text.length < 32) throw', 'if (text.length < 16) throw', 'accounts/rules']],
};
