import type { Fault } from '../fault.ts';

export const ACCOUNT_FAULTS: readonly Fault[] = [
  {
    file: 'accounts/keys.ts',
    find: "expiresAt <= clock() ? 'revoked'",
    replace: "expiresAt < clock() ? 'revoked'",
    tests: ['accounts/keys', 'contract/keys'],
  },
  {
    file: 'accounts/keys.ts',
    find: 'known.set(key, entry);',
    replace: 'cache.set(key, entry);',
    tests: ['accounts/keys'],
  },
  {
    file: 'accounts/keys.ts',
    find: 'own === 0 ? null : own',
    replace: 'own',
    tests: ['accounts/keys', 'contract/quota'],
  },
  {
    file: 'accounts/own-keys.ts',
    find: 'return key?.accountId === accountId ? key : undefined;',
    replace: 'return key;',
    tests: ['accounts/rules'],
  },
  {
    file: 'accounts/own-keys.ts',
    find: '!isExpired(key, now - HOUR_MS)',
    replace: '!isExpired(key, now)',
    tests: ['accounts/rules'],
  },
  {
    file: 'accounts/passwords.ts',
    find: 'needsRehash: stored !== null && !stored.startsWith(formatCost())',
    replace: 'needsRehash: false',
    tests: ['accounts/passwords'],
  },
  {
    file: 'accounts/passwords.ts',
    find: "password.normalize('NFC')",
    replace: 'password',
    tests: ['accounts/passwords'],
  },
  {
    file: 'accounts/sessions.ts',
    find: 'if (!account || account.suspendedAt !== null) return undefined;',
    replace: 'if (!account) return undefined;',
    tests: ['accounts/rules'],
  },
  {
    file: 'accounts/sessions.ts',
    find: '!session || session.expiresAt <= now',
    replace: '!session',
    tests: ['web/account-lifecycle', 'web/forms'],
  },
  {
    file: 'accounts/sign-in.ts',
    find: 'await clearAttempts(context, attempt);',
    replace: '',
    tests: ['accounts/rules'],
  },
  {
    file: 'accounts/tokens.ts',
    find: '!found || found.expiresAt <= clock()',
    replace: '!found',
    tests: ['web/mail', 'web/account-lifecycle'],
  },
  {
    file: 'accounts/tokens.ts',
    find: 'secret.digest(`${purpose} ${token}`)',
    replace: 'secret.digest(token)',
    tests: ['accounts/rules'],
  },
  {
    file: 'accounts/change-password.ts',
    find: 'await context.store.sessions.removeAll(accountId, exceptSession);',
    replace: '',
    tests: ['web/account-lifecycle', 'web/mail'],
  },
  {
    file: 'accounts/change-password.ts',
    find: 'await context.store.tokens.removeAll(accountId);',
    replace: '',
    tests: ['accounts/rules'],
  },
  {
    file: 'accounts/change-email.ts',
    find: 'return found?.accountId === accountId ? found : undefined;',
    replace: 'return found;',
    tests: ['web/mail', 'web/account-lifecycle'],
  },
  {
    file: 'accounts/sign-up.ts',
    find: 'if (!invite || !(await useToken(context, invite))) return undefined;',
    replace: 'if (!invite) return undefined;',
    tests: ['accounts/rules'],
  },
  {
    file: 'accounts/throttle.ts',
    find: '.slice(0, 4)',
    replace: '.slice(0, 8)',
    tests: ['web/throttle'],
  },
  {
    file: 'accounts/secret.ts',
    find: 'if (text.length < 32) throw',
    replace: 'if (text.length < 16) throw',
    tests: ['accounts/rules'],
  },
  {
    file: 'accounts/suspension.ts',
    find: 'await store.tokens.removeAll(accountId);',
    replace: '',
    tests: ['accounts/rules'],
  },
  {
    file: 'accounts/keys.ts',
    find: "if (isSuspended) return 'suspended';",
    replace: '',
    tests: ['contract/keys'],
  },
];
