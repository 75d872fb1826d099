import type { Fault } from '../fault.ts';

export const CLI_FAULTS: readonly Fault[] = [
  {
    file: 'cli/kit/file-hashes.ts',
    find: '(head[6] as number) & TRAINER ? 512 : 0',
    replace: '0',
    tests: ['cli/identify'],
  },
  {
    file: 'cli/commands/undo-import.ts',
    find: 'onCommit: ignoreSignals, ',
    replace: '',
    tests: ['cli/stop-commit'],
  },
  {
    file: 'cli/commands/import.ts',
    find: 'examples[change].length < EXAMPLES',
    replace: 'examples[change].length <= EXAMPLES',
    tests: ['cli/hostile'],
  },
  {
    file: 'cli/commands/import.ts',
    find: 'if (other)',
    replace: 'if (false)',
    tests: ['cli/hostile'],
  },
  {
    file: 'cli/commands/account.ts',
    find: 'await store.accounts.removeAccount(accountId);\n      throw error;',
    replace: 'throw error;',
    tests: ['cli/accounts'],
  },
  {
    file: 'cli/run.ts',
    find: 'args.length >= needed.length && args.length <= most',
    replace: 'args.length >= needed.length',
    tests: ['cli/hostile'],
  },
  {
    file: 'cli/kit/picture-import.ts',
    find: "text.replaceAll(/[\\p{Cc}\\p{Bidi_Control}\\u2028\\u2029]/gu, '\\ufffd')",
    replace: 'text',
    tests: ['pictures/fetch', 'importers/media/convert'],
  },
  {
    file: 'cli/commands/key.ts',
    find: 'if (isExpired(old, Date.now())) {',
    replace: 'if (false) {',
    tests: ['cli/accounts'],
  },
  {
    file: 'cli/kit/backup-archive.ts',
    find: "return sawEnd ? undefined : 'its end is missing';",
    replace: 'return undefined;',
    tests: ['cli/restore'],
  },
  {
    file: 'cli/commands/backup.ts',
    find: 'if (existsSync(file)) throw new OperatorError(`${file} already exists',
    replace: 'if (false) throw new OperatorError(`${file} already exists',
    tests: ['cli/backup'],
  },
  {
    file: 'cli/kit/with-store.ts',
    find: 'if (config.database_url === undefined && !existsSync(config.data)) {',
    replace: 'if (false) {',
    tests: ['cli/hostile'],
  },
  {
    file: 'config.ts',
    find: 'if (file && direct) throw',
    replace: 'if (false) throw',
    tests: ['config'],
  },
  {
    file: 'config.ts',
    find: "replace(/[\\r\\n]+$/, '')",
    replace: 'trim()',
    tests: ['config'],
  },
  {
    file: 'setting-values.ts',
    find: 'Number(bits) <= (isIP(address) === 4 ? 32 : 128)',
    replace: 'Number(bits) <= 128',
    tests: ['config'],
  },
  {
    file: 'cli/kit/backup-manifest.ts',
    find: 'if (sha256 !== file.sha256) return',
    replace: 'if (false) return',
    tests: ['cli/restore'],
  },
];
