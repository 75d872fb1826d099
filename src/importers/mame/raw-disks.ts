import type { Software } from './software.ts';

/** The list has thousands of disks of unknown origin, titled with what their finder wrote on them. */
const LIST = 'cpc_flop';
const UNDATED = /\?/;
const UNKNOWN = '<unknown>';
/** `Robocop #1`, `Aliens & Navy Moves`, `IK+_Chany`, `Airwolf, Bomb Jack, Commando`. */
const SEVERAL = /#\s?\d| & |_|, .*, /;
/** `DDRAGON1`, `spaceegg`, `BeverlyHills`. */
const FILE_NAME = /^[^a-z]+$|^[^A-Z ]+$|^\S*[a-z][A-Z]\S*$/;

/** `MS6312`, `NATERA88`, and programs of ORDOS (`AIRFGHT$`), whose names are cut to seven letters: in any list. */
const CODE = /^[A-Z]{2,}\d{2,}[A-Z\d]*$|^[A-Z\d_-]{1,7}\$$/;

/** Whether an entry is a disk of which only a name is known, and the name is not that of a game. */
export function isRawDisk({ list, description, year, publisher }: Software): boolean {
  if (publisher !== UNKNOWN || !UNDATED.test(year) || /[([]/.test(description)) return false;
  return CODE.test(description) || (list === LIST && (SEVERAL.test(description) || FILE_NAME.test(description)));
}
