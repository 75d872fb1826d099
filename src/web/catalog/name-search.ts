import { type Html, html } from '../kit/html.ts';

const MAX_NAME_LENGTH = 128;

/** The name that a list of companies, platforms or groups is searched for. */
export function readName(query: URLSearchParams): string {
  return (query.get('name') ?? '').trim().slice(0, MAX_NAME_LENGTH);
}

/** The search box of such a list. `kept` are other parameters of the list. */
export function nameSearch(path: string, label: string, name: string, kept: Record<string, string> = {}): Html {
  return html`<form class="search" action="${path}"><label class="visually-hidden" for="name">${label}</label>
<input id="name" type="search" name="name" value="${name}" maxlength="${MAX_NAME_LENGTH}" placeholder="${label}">${Object.entries(
    kept,
  ).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}<button>Search</button></form>`;
}
