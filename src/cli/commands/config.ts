import { envName, isSecret, SETTINGS, type SettingName } from '../../config.ts';
import { type Input, printRows } from '../kit/command.ts';

export async function showConfig(input: Input): Promise<void> {
  const names = Object.keys(SETTINGS) as SettingName[];
  const rows = names.map((name) => ({
    setting: envName(name),
    value: formatValue(input, name),
    values: SETTINGS[name].values,
    meaning: SETTINGS[name].help,
  }));
  printRows(rows, input);
}

function formatValue({ config }: Input, name: SettingName): string {
  const value = config[name];
  if (value === undefined) return '(not set)';
  if (isSecret(name)) return '(set)';
  return value === null ? 'none' : String(value);
}
