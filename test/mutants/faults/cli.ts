import type { Faults } from '../fault.ts';

export const CLI_FAULTS: Faults = {
  'cli/kit/file-hashes.ts': [['(head[6] as number) & TRAINER ? 512 : 0', '0', 'cli/identify']],
  'cli/commands/source.ts': [['onCommit: ignoreSignals, ', '', 'cli/stop-commit.long']],
  'cli/commands/import.ts': [
    ['examples[change].length < EXAMPLES', 'examples[change].length <= EXAMPLES', 'cli/import'],
    ['if (other)', 'if (false)', 'cli/cli'],
  ],
  'cli/commands/account.ts': [
    ['await store.accounts.removeAccount(accountId);\n      throw error;', 'throw error;', 'cli/accounts'],
  ],
  'cli/run.ts': [['args.length >= needed.length && args.length <= most', 'args.length >= needed.length', 'cli/cli']],
  'cli/kit/picture-import.ts': [
    [
      "text.replaceAll(/[\\p{Cc}\\p{Bidi_Control}\\u2028\\u2029]/gu, '\\ufffd')",
      'text',
      'pictures/fetch',
      'importers/pictures/convert',
    ],
  ],
  'cli/commands/key.ts': [['if (isExpired(old, Date.now())) {', 'if (false) {', 'cli/cli']],
  'cli/kit/backup-archive.ts': [
    ["return sawEnd ? undefined : 'its end is missing';", 'return undefined;', 'cli/restore'],
    ['if (sha256 !== file.sha256) return', 'if (false) return', 'cli/restore'],
  ],
  'cli/commands/backup.ts': [
    [
      'if (existsSync(file)) throw new OperatorError(`${file} already exists',
      'if (false) throw new OperatorError(`${file} already exists',
      'cli/backup',
    ],
  ],
  'cli/kit/with-store.ts': [
    ['if (config.database_url === undefined && !existsSync(config.data)) throw', 'if (false) throw', 'cli/cli'],
  ],
  'config.ts': [
    ['if (file && direct) throw', 'if (false) throw', 'cli/cli'],
    ["replace(/[\\r\\n]+$/, '')", 'trim()', 'config'],
  ],
  'settings.ts': [['Number(bits) <= (isIP(address) === 4 ? 32 : 128)', 'Number(bits) <= 128', 'config']],
};
