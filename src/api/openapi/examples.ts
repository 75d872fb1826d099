import { readFileSync } from 'node:fs';
import { FORMATS, type Format } from '../../catalog/catalog.ts';
import type { ErrorName } from '../../errors.ts';
import type { Route } from '../route.ts';
import type { DocumentFormat, Json } from './schemas.ts';

/** Responses of the starter catalog with shortened lists; `npm run examples` writes the file. */
const { responses, errors, ids, url } = JSON.parse(
  readFileSync(new URL('../../../schema/openapi-examples.json', import.meta.url), 'utf8'),
) as {
  responses: Json;
  errors: Partial<Record<ErrorName, Json>>;
  ids: { game_id: number; platform_id: number; company_id: number };
  url: string;
};

/** The game, the platform and the company of the examples. */
export const EXAMPLE_IDS = ids;

/** The base URL in the examples. Each OpenAPI document replaces it with the URL of its server. */
export const EXAMPLE_URL = url;

/** One example, or one per format. The default comes first, because documentation shows the first. */
export function successExamples(route: Route, format: DocumentFormat): Json {
  const response = responses[route.example ?? route.operation];
  if (typeof route.response === 'string') return { [route.operation]: { value: response } };
  const formats = format === 'any' ? FORMATS.toSorted((a, b) => rank(route, a) - rank(route, b)) : [format];
  return Object.fromEntries(
    formats.map((name) => [name, { summary: `format=${name}`, value: (response as Json)[name] }]),
  );
}

function rank({ parameters: { format } }: Route, name: Format): number {
  return format?.type === 'choice' && format.fallback === name ? 0 : 1;
}

export function errorExamples(kinds: readonly ErrorName[]): Json {
  const known = kinds.filter((kind) => errors[kind] !== undefined);
  if (known.length === 0) return {};
  return { examples: Object.fromEntries(known.map((kind) => [kind, { value: errors[kind] }])) };
}
