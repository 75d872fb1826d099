import type { Suggestion } from '../../catalog/model/resources.ts';
import { findCompanies, listSuggestions } from '../../catalog/search/suggest.ts';
import { listOtherNames } from '../../vocabulary/other-names.ts';
import type { PageRequest, TextResponse } from '../kit/page.ts';
import { companyPath } from './company-path.ts';
import { readTitle } from './list-query.ts';

const KIND_NAMES: Record<Suggestion['kind'], string> = {
  game: '',
  platform: 'Platform · ',
  company: 'Company · ',
  group: 'Series or theme · ',
};

/** The names of companies, for the filter of a list. */
export function showCompanyNames({ snapshot, query }: PageRequest): TextResponse {
  const text = readTitle(query);
  const names = findCompanies(snapshot, text, listOtherNames(text)).map(({ name }) => name);
  return { type: TYPE, text: JSON.stringify([text, names]), headers: HEADERS };
}

const TYPE = 'application/x-suggestions+json; charset=utf-8';
const HEADERS = { 'cache-control': 'public, max-age=60' };

/** Autocomplete in the OpenSearch suggestions format, for the site's search box and for browsers. */
export async function showSuggestions({ app, snapshot, query }: PageRequest): Promise<TextResponse> {
  const text = readTitle(query);
  const found = text === '' ? [] : await listSuggestions(app.catalog, snapshot, text, listOtherNames(text));
  const lists = [
    found.map(({ name }) => name),
    found.map(({ kind, detail }) => KIND_NAMES[kind] + detail),
    found.map((suggestion) => urlOf(suggestion, app.publicUrl)),
  ];
  return {
    type: TYPE,
    text: JSON.stringify([text, ...lists]),
    headers: HEADERS,
  };
}

/** The page of a company. The API's own answer keeps the list of its games, which it had first. */
function urlOf({ kind, id, name, url }: Suggestion, publicUrl: string): string {
  return kind === 'company' ? publicUrl + companyPath(id, name) : url;
}
