import type { ReleaseLine } from '../../bundle/lines.ts';
import { plainCode } from '../../folding.ts';
import { areaOf, areasOfCode } from '../../vocabulary/countries.ts';

type Code = ReleaseLine['product_codes'][number];

/** `SLPS-00700-0` is the first disc of SLPS-00700, and `SNS-MW-USA-1` a later print of SNS-MW-USA. */
const PRINT = /-\d{1,2}$/;
/** `SHVC-MW-JPN` says more than SHVC-MW. */
const COUNTRY = /-[A-Z]{3}$/;

const WITH_ALL_CODES = ['asia', 'other', 'world'];

/** Puts every product code on the releases of its area, once. One that no release there has is left out. */
export function placeCodes(releases: readonly ReleaseLine[], platform: string): ReleaseLine[] {
  const areasOf = makeAreas(releases, platform);
  const placed = releases.map((release) => ({
    release,
    codes: release.product_codes.filter((code) => isOf(release, areasOf(code))),
  }));
  for (const release of releases) {
    for (const code of release.product_codes.filter((one) => !isOf(release, areasOf(one))))
      placed.find((other) => isPlainIn(other.release, areasOf(code)))?.codes.push(code);
  }
  return placed.map(({ release, codes }) => ({ ...release, product_codes: withoutRepeated(codes) }));
}

type Areas = ReturnType<typeof areasOfCode>;

/** Of a form that several areas had, the first one with a release counts: elsewhere the code had an addition. */
function makeAreas(releases: readonly ReleaseLine[], platform: string): (code: Code) => Areas {
  const sold = new Set(releases.flatMap(({ countries }) => countries.map(areaOf)));
  return ({ product_code }) => {
    const areas = areasOfCode(product_code, platform);
    const first = areas?.find((area) => sold.has(area));
    return first ? [first] : areas;
  };
}

/** Whether a code of these areas is for the countries. Asia and the rest of the world had codes of all areas. */
function isOf({ countries }: ReleaseLine, areas: Areas): boolean {
  if (areas === undefined || countries.length === 0) return true;
  return countries.map(areaOf).some((area) => !area || WITH_ALL_CODES.includes(area) || areas.includes(area));
}

function isPlainIn({ countries, description }: ReleaseLine, areas: readonly (string | undefined)[] = []): boolean {
  return !description && countries.some((country) => areas.includes(areaOf(country)));
}

/** Without other spellings, prints and discs of a code in the list. */
function withoutRepeated(codes: readonly Code[]): Code[] {
  const plain = codes.map(({ product_code }) => plainCode(product_code));
  const isKnown = (text: string) => plain.includes(plainCode(text));
  const isShort = ({ product_code: code }: Code) =>
    codes.some(
      ({ product_code: other }) => COUNTRY.test(other) && plainCode(other.replace(COUNTRY, '')) === plainCode(code),
    );
  return codes.filter(
    (code, i) =>
      plain.indexOf(plainCode(code.product_code)) === i &&
      !(PRINT.test(code.product_code) && isKnown(code.product_code.replace(PRINT, ''))) &&
      !isShort(code),
  );
}
