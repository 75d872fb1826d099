import { fold } from '../../folding.ts';
import { packTexts, shared, type Texts } from './shared-arrays.ts';
import { sortTexts } from './sort-texts.ts';

/** All companies in the order of their ids. */
export interface CompanyIndex {
  ids: Uint32Array;
  names: Texts;
  /** Folded names, each ends with `NAME_END`. */
  folded: Texts;
  /** Indexes in the order of folded names. */
  byName: Uint32Array;
}

/** No name contains it. */
export const NAME_END = '\n';

export function buildCompanyIndex(
  companies: readonly { company_id: number; company_name: string }[] = [],
): CompanyIndex {
  const names = companies.map(({ company_name }) => company_name);
  const folded = packTexts(names.map(fold), NAME_END);
  return {
    ids: shared(
      Uint32Array,
      companies.map(({ company_id }) => company_id),
    ),
    names: packTexts(names),
    folded,
    byName: sortTexts(folded),
  };
}
