import { envName, flagName, SETTINGS } from '../../settings.ts';
import { VERSION } from '../../version.ts';
import { COMMANDS } from '../command-table.ts';
import { type Command, listSettings } from './command.ts';

export function programHelp(): string {
  const rows = COMMANDS.map((command) => [command.usage, command.summary] as const);
  return [
    `Ludex ${VERSION}: a self-hosted video game catalog`,
    '',
    'Usage: ludex COMMAND [FLAGS]',
    '',
    ...columns(rows),
    '',
    '"ludex COMMAND --help" describes one command; "ludex config" shows the settings.',
  ].join('\n');
}

export async function commandHelp(command: Command): Promise<string> {
  const choices = await command.listChoices?.();
  return [
    `Usage: ludex ${command.usage}`,
    '',
    `  ${command.summary}.`,
    '',
    ...(choices ? [`${choices.heading}:`, ...columns(choices.rows), '', 'Flags:'] : []),
    ...columns([...ownFlags(command), ...settingFlags(command)]),
  ].join('\n');
}

function ownFlags(command: Command): (readonly [string, string])[] {
  return Object.entries(command.flags ?? {}).map(
    ([name, { value, help }]) => [`--${name}${value === undefined ? '' : ` ${value}`}`, help] as const,
  );
}

function settingFlags(command: Command): (readonly [string, string])[] {
  return listSettings(command).map(
    (name) =>
      [`--${flagName(name)} VALUE`, `${SETTINGS[name].help} (${SETTINGS[name].values}; or ${envName(name)})`] as const,
  );
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
