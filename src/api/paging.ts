import type { Page } from '../catalog/search/query.ts';
import type { Parameter, Parameters } from './parameters.ts';
import { API_PREFIX, type ApiRequest } from './route.ts';

const PAGE_LIMIT = 100;
const MAX_OFFSET = 2 ** 31 - 1;

export const LIMIT = {
  type: 'integer',
  min: 1,
  max: PAGE_LIMIT,
  fallback: PAGE_LIMIT,
  help: 'Maximum number of elements to return',
} as const satisfies Parameter;

export const OFFSET = {
  type: 'integer',
  min: 0,
  max: MAX_OFFSET,
  fallback: 0,
  help: 'Offset from which to begin',
} as const satisfies Parameter;

export interface Paging {
  /** The number of elements before the cursor of this page. */
  passed?: number;
  /** A page that was cut has this many elements. */
  length?: number | undefined;
  /** The cursor after the last element. The next page is then linked by it. */
  cursor?: string | undefined;
}

/** `Total-Count`, and `Link` to the next and previous page. Links contain only known parameters, so never a key. */
export function pageHeaders(
  { app, query }: ApiRequest,
  path: string,
  parameters: Parameters,
  page: Page,
  total: number,
  { passed = 0, length = page.limit, cursor }: Paging = {},
): Record<string, string> {
  const linkTo = (target: 'offset' | 'after', value: string, relation: string) => {
    let search = '';
    for (const [name, values] of query) {
      const isReplaced = name === 'offset' || name === target;
      if (!isReplaced && Object.hasOwn(parameters, name)) for (const own of values) search += `${name}=${encode(own)}&`;
    }
    return `<${app.publicUrl}${API_PREFIX}${path}?${search}${target}=${value}>; rel="${relation}"`;
  };
  const links = [];
  const next = page.offset + length;
  const left = total - passed;
  if (next < left) {
    links.push(cursor === undefined ? linkTo('offset', String(next), 'next') : linkTo('after', cursor, 'next'));
  }
  // Past the end, `prev` is the last page that is not empty.
  const previous = Math.max(0, Math.min(page.offset, left) - page.limit);
  if (page.offset > 0) links.push(linkTo('offset', String(previous), 'prev'));
  return { 'total-count': String(total), ...(links.length > 0 && { link: links.join(', ') }) };
}

/** As forms encode values. */
function encode(value: string): string {
  return /^[\w*.-]*$/.test(value) ? value : new URLSearchParams({ '': value }).toString().slice(1);
}
