import { type Html, html } from '../kit/html.ts';

/** Regions, and countries whose name in the catalog differs from that of Unicode or that no longer exist. */
const OTHER_CODES: Record<string, string> = {
  Worldwide: 'WW',
  Europe: 'EU',
  'North America': 'NA',
  'South America': 'SA',
  'Latin America': 'LA',
  Asia: 'AS',
  'Southeast Asia': 'SEA',
  'Arab world': 'ARB',
  Scandinavia: 'SCN',
  Oceania: 'OC',
  'Czech Republic': 'CZ',
  Czechoslovakia: 'CS',
  'Soviet Union': 'SU',
  Yugoslavia: 'YU',
  'Hong Kong': 'HK',
  'United Kingdom': 'UK',
  Turkey: 'TR',
};

/** By name. Listed when the first game is shown, because it takes 15 ms. */
let codes: Map<string, string> | undefined;

/** ISO 3166 codes by English name. */
function listCodes(): [name: string, code: string][] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const all = letters.flatMap((first) => letters.map((second) => first + second));
  return all.flatMap((code) => {
    // The names of former codes are those of today's countries, such as `DD` and `FX`.
    const isCurrent = new Intl.Locale(`und-${code}`).region === code;
    const name = isCurrent ? names.of(code) : undefined;
    return name === undefined ? [] : [[name, code]];
  });
}

/** Codes with the names as tooltips. A country without a code has its name. */
export function countryCodes(countries: readonly string[]): Html {
  return html`${countries.map((name, i) => html`${i > 0 && ' '}${countryCode(name)}`)}`;
}

function countryCode(name: string): Html {
  codes ??= new Map([...listCodes(), ...Object.entries(OTHER_CODES)]);
  const code = codes.get(name);
  return code ? html`<abbr class="country" title="${name}">${code}</abbr>` : html`<span class="country">${name}</span>`;
}
