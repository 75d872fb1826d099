import { companyName } from '../../vocabulary/companies.ts';
import { type Context, countriesOf, platformKeys } from './context.ts';
import type { Statement } from './item.ts';
import type { Credit } from './releases.ts';

/** The companies of one role. A company whose name is not in the input is counted, and has none. */
export function creditsOf(statements: readonly Statement[], context: Context): Credit[] {
  return statements.map(({ value, platforms, places }) => {
    const name = companyName(context.names.find(value) ?? '');
    if (name === undefined) context.unknowns.add('company', value);
    else context.bundle.companies.add(name);
    return {
      id: value,
      name,
      platforms: platformKeys(context, platforms),
      countries: countriesOf(context, places),
      isQualified: platforms.length > 0 || places.length > 0,
    };
  });
}
