import type { Release } from '../../catalog/model/resources.ts';
import type { ReleaseChange } from '../../merging/edits/edit.ts';
import { field, hiddenField, type Problems, readField } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import type { PageRequest } from '../kit/page.ts';

/** A release as the texts of its fields. */
export interface ReleaseFields {
  date: string;
  countries: string;
  /** `Published by: Nintendo`, one per line. */
  companies: string;
  /** `Nintendo Media PN: HVC-SM`, one per line. */
  codes: string;
  notes: string;
}

const FIELDS: Record<keyof ReleaseFields, { label: string; hint?: string; type?: 'textarea' }> = {
  date: { label: 'Date', hint: 'YYYY, YYYY-MM or YYYY-MM-DD; empty if unknown.' },
  countries: { label: 'Countries', hint: 'Separated by commas.' },
  companies: { label: 'Companies', hint: 'One per line: “Published by: Nintendo”.', type: 'textarea' },
  codes: { label: 'Product codes', hint: 'One per line: “Barcode: 045496630010”.', type: 'textarea' },
  notes: { label: 'Notes' },
};
/** The part of a correction that each field becomes. */
const PATHS: Record<string, keyof ReleaseFields> = {
  release_date: 'date',
  countries: 'countries',
  companies: 'companies',
  product_codes: 'codes',
  description: 'notes',
};
const NAMES = Object.keys(FIELDS) as (keyof ReleaseFields)[];
const MAX_RELEASES = 400;
const DEFAULT_ROLE = 'Published by';

export function releaseFieldsOf(release: Release): ReleaseFields {
  return {
    date: release.release_date ?? '',
    countries: release.countries.join(', '),
    companies: release.companies.map(({ role, company_name }) => `${role}: ${company_name}`).join('\n'),
    codes: release.product_codes.map((code) => `${code.product_code_type}: ${code.product_code}`).join('\n'),
    notes: release.description ?? '',
  };
}

/** The releases of the form that are neither empty nor removed. */
export function readReleases(request: PageRequest): ReleaseFields[] {
  const count = Math.min(Number(readField(request, 'releases')) || 0, MAX_RELEASES);
  const read = (number: number) => {
    if (readField(request, `r${number}_remove`) === 'yes') return [];
    const fields = NAMES.map((name) => [name, readField(request, `r${number}_${name}`).trim()]);
    return fields.some(([, value]) => value !== '') ? [Object.fromEntries(fields) as ReleaseFields] : [];
  };
  return Array.from({ length: count }, (_, number) => read(number)).flat();
}

export function toRelease({ date, countries, companies, codes, notes }: ReleaseFields): ReleaseChange {
  return {
    release_date: date || null,
    countries: splitTexts(countries, ','),
    companies: splitTexts(companies, '\n').map((line) => {
      const [role, company_name] = splitPair(line, DEFAULT_ROLE);
      return { company_name, role };
    }),
    description: notes || null,
    product_codes: splitTexts(codes, '\n').map((line) => {
      const [product_code_type, product_code] = splitPair(line, '');
      return { product_code, product_code_type };
    }),
  };
}

function splitTexts(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** `a: b` as two texts. */
function splitPair(line: string, first: string): [string, string] {
  const at = line.indexOf(': ');
  return at < 0 ? [first, line] : [line.slice(0, at).trim(), line.slice(at + 2).trim()];
}

/** The field of the form that a problem is about. */
export function releaseFieldOfPath(path: string): string | undefined {
  const [, number, part = ''] = /^platforms\.0\.releases\.(\d+)\.(\w+)/.exec(path) ?? [];
  return PATHS[part] && `r${number}_${PATHS[part]}`;
}

/** The releases, and an empty one to add another. */
export function releaseForms(releases: readonly ReleaseFields[], problems: Problems): Html {
  const empty: ReleaseFields = { date: '', countries: '', companies: '', codes: '', notes: '' };
  const forms = [...releases, empty].map((fields, number) => {
    const isNew = number === releases.length;
    const inputs = NAMES.map((name) =>
      field({ name: `r${number}_${name}`, value: fields[name], required: false, ...FIELDS[name] }, problems),
    );
    const title = isNew ? 'Another release' : `Release ${number + 1}`;
    return html`<fieldset class="release"><legend>${title}</legend>${inputs}${!isNew && removeBox(number)}</fieldset>`;
  });
  return html`${hiddenField('releases', String(forms.length))}${forms}`;
}

function removeBox(number: number): Html {
  const name = `r${number}_remove`;
  return html`<div class="field check"><input type="checkbox" id="${name}" name="${name}" value="yes">
<label for="${name}">Remove this release</label></div>`;
}
