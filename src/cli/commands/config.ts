import { formatSetting } from '../../config.ts';
import { envName, SETTINGS, type SettingName } from '../../settings.ts';
import { type Input, printRows } from '../kit/command.ts';

export async function showConfig(input: Input): Promise<void> {
  const names = Object.keys(SETTINGS) as SettingName[];
  const rows = names.map((name) => ({
    setting: envName(name),
    value: formatSetting(input.config, name),
    values: SETTINGS[name].values,
    meaning: SETTINGS[name].help,
  }));
  printRows(rows, input);
}
