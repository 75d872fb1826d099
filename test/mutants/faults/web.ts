import type { Faults } from '../fault.ts';

export const WEB_FAULTS: Faults = {
  'web/kit/send.ts': [
    ['${readListView(request)} ${readTheme(request)}', '', 'web/kept-pages'],
    ['isPrivate || !isCompressible ? undefined', '!isCompressible ? undefined', 'web/forms'],
  ],
  'web/operator/import-form.ts': [
    ['targets[i]?.startsWith(folder + sep)', 'true', 'web/operator/import-form'],
    ['if (size !== at) throw', 'if (size < at) throw', 'web/operator/import-form'],
  ],
  'web/site.ts': [
    ['session.user || session.cookies.length > 0', 'session.cookies.length > 0', 'web/kept-pages'],
    [
      "new AppError('internal', 'The error was logged. Please try again later.')",
      "new AppError('internal', String(error))",
      'web/show-errors',
    ],
  ],
  'web/kit/html.ts': [
    [
      "return typeof part === 'number' ? String(part) : escapeText(part as string);",
      'return String(part);',
      'web/html',
    ],
    [".replaceAll('<', '\\\\u003c')", '', 'web/html', 'web/hostile'],
    ["text.replace(UNPRINTABLE, '\\uFFFD')", 'text', 'web/html'],
  ],
  'web/kit/browser-session.ts': [
    ['let holder = user ? session : readCookie', 'let holder = readCookie', 'web/forms'],
    ['holder !== undefined && isSameOrigin && app', 'holder !== undefined && app', 'web/forms'],
    ['&& new URL(origin).host === headers.host', '', 'web/forms'],
    ['HttpOnly; ', '', 'web/forms', 'web/account/account-lifecycle'],
    ["connection.isSecure ? '; Secure' : ''", "''", 'web/forms', 'web/account/account-lifecycle'],
  ],
  'web/kit/page.ts': [
    ['/^\\/(?![/\\\\])[\\x21-\\x7e]*$/', '/^\\/[\\x21-\\x7e]*$/', 'web/forms', 'web/account/account-lifecycle'],
    [
      "if (request.account.role !== 'operator') throw new AppError('notFound', 'The address may be wrong.');",
      '',
      'web/operator/operator',
      'web/account/access-control',
    ],
    ['"frame-ancestors \'none\'",', '', 'web/site', 'web/pages'],
  ],
  'web/operator/accounts.ts': [
    [
      'if (isOwn(request, account)) return accountPage(withProblems(request, { form: OWN }), account);\n  await suspend',
      'await suspend',
      'web/operator/operator',
    ],
    [
      "const key = await findOwnKey(app, accountId, form.get('key') ?? '');",
      "const key = await app.store.accounts.findKey(Number(form.get('key')));",
      'web/account/own-account',
    ],
  ],
  'web/account/settings.ts': [
    ["...(await findPasswordMismatch(request, 'delete_password')),", '', 'web/account/own-account'],
    [
      'await app.store.sessions.removeAll(account.accountId, sessionId);',
      'await app.store.sessions.removeAll(account.accountId);',
      'web/account/own-account',
    ],
  ],
  'web/account/profile.ts': [
    ['if (open.length >= MAX_OPEN_MESSAGES)', 'if (open.length > MAX_OPEN_MESSAGES)', 'web/account/own-account'],
  ],
  'web/catalog/game/game.ts': [['findAliasTarget(snapshot, wanted) ?? wanted', 'wanted', 'web/catalog/game']],
  'web/catalog/lists/list-query.ts': [
    ['if (page > 1) search.set', 'if (page > 2) search.set', 'web/account/own-account'],
  ],
  'web/feeds.ts': [['if (!all || from >= all.size)', 'if (!all || from > all.size)', 'web/catalog/empty']],
  'web/docs/markdown.ts': [['html: ({ text: markup }) => escapeText(markup),', '', 'web/docs']],
  'web/catalog/lists/suggest.ts': [["text === '' ? [] : await ", 'await ', 'web/catalog/games']],
  'web/account/keys.ts': [
    ['usage?.hour === Math.floor(now / HOUR_MS) ? usage.used : 0', 'usage?.used ?? 0', 'web/account/own-account'],
  ],
  'web/editor/proposals.ts': [
    ['proposal?.accountId !== account.accountId', '!proposal', 'web/editor/proposals'],
    ['JSON.stringify(current.seen) === JSON.stringify(edit.seen)', 'true', 'web/editor/proposals'],
  ],
  'web/editor/edit.ts': [['(request.isProposal && !isShown(game))', 'false', 'web/editor/proposals']],
  'web/editor/pair.ts': [['(ids[0] as number) < (ids[1] as number)', 'true', 'web/editor/duplicates']],
  'web/editor/duplicates.ts': [['duplicateQueueOf(request.app).setDecided(gameIds);', '', 'web/editor/duplicates']],
  'web/kit/form-body.ts': [
    ['return { ...NO_FORM, isTooLarge: true };', 'return NO_FORM;', 'web/editor/editor-pictures'],
  ],
};
