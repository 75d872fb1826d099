import { toPlainText } from '../../bundle/plain-text.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import { readTable } from '../../vocabulary/tables.ts';

/** A product code, and the countries that its note limits it to. */
export interface Code {
  product_code: string;
  product_code_type: string;
  countries: string[];
}

const rules = readTable('dump-codes.tsv').map(([platform, pattern, type]) => ({
  platform,
  pattern: new RegExp(`^(?:${pattern})$`),
  type: type as string,
}));
const BARCODES: Record<number, string> = { 12: 'UPC-A', 13: 'EAN-13', 14: 'GTIN-14' };
const MAX_CODE_LENGTH = 200;
const OTHER_TYPE = 'Publisher code';
const SONY = 'Sony PN';
const LIKELY_CODE = /^(?=.*\d)[A-Z\d][A-Z\d .-]{3,}$/i;
const PLACEHOLDER = /\?|version|x{3}|^0/i;
/** ROM headers append the revision to the code. */
const FIRST_REVISION = /[ -]+00$/;
const NO_CODE = /^(n\/a|none|unknown|no serial.*|\?*)$/i;

/** `SLPM-86005 (VX036-J1)`, `DMG-AF-USA, DMG-AF-NOE`, `G-4009 (JPN)`: codes with notes. */
export function parseSerials(text: string, platform: string): Code[] {
  return text
    .split(/,(?![^(]*\))| \/ | ~ |(?<=\d)~/)
    .flatMap((part) => parseSerial(toPlainText(part, MAX_CODE_LENGTH), platform));
}

/** Only texts that look like a code of the platform: the serial in a ROM header may be a version, a word or empty. */
export function findSerials(text: string, platform: string): Code[] {
  const hasRules = rules.some((rule) => rule.platform === platform);
  const found = parseSerials(text.replace(FIRST_REVISION, ''), platform);
  return found.filter(
    ({ product_code, product_code_type }) =>
      !PLACEHOLDER.test(product_code) && (hasRules ? product_code_type !== OTHER_TYPE : LIKELY_CODE.test(product_code)),
  );
}

export function parseBarcodes(text: string): Code[] {
  return text.split(/[,;]/).flatMap((part) => {
    const digits = part.replace(/\D/g, '');
    const type = BARCODES[digits.length];
    return type ? [{ product_code: digits, product_code_type: type, countries: [] }] : [];
  });
}

function parseSerial(part: string, platform: string): Code[] {
  const [, outside = part, note = ''] = /^([^(]*\S) ?\(([^()]*)\)?$/.exec(part) ?? [];
  if (NO_CODE.test(outside)) return [];
  const countries = note.split(/[/,]/).flatMap((word) => findCountry(word) ?? []);
  // A number in parentheses is a second code; a word is not.
  const second = countries.length === 0 && /\d/.test(note) && /^[\w -]+$/.test(note) ? [note] : [];
  return [outside, ...second].map((code) => {
    const type = typeOf(code, platform);
    return { product_code: withoutSuffix(code, type), product_code_type: type, countries };
  });
}

/** Sources append a disc (`SLPS-00700-0`) or an edition (`SLUS-00594GH`), and MAME sets `M/` before some codes. */
function withoutSuffix(code: string, type: string): string {
  return type === SONY ? code.replace(/^([A-Z]{4}-\d{5}).*$/, '$1') : code.replace(/^M\//, '');
}

function typeOf(code: string, platform: string): string {
  return rules.find((rule) => rule.platform === platform && rule.pattern.test(code))?.type ?? OTHER_TYPE;
}
