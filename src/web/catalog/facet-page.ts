import { countChoices, sumDecades } from '../../catalog/search/browse.ts';
import { positionsOf } from '../../catalog/snapshot/snapshot.ts';
import { AppError } from '../../errors.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { Page, PageAnswer, PageRequest } from '../kit/page.ts';
import { counted, grouped, isolated } from '../kit/words.ts';
import { facetOf, findReference, KIND, KINDS, type Kind, type Reference, referencePath } from './facets.ts';
import { gameTable } from './game-cards.ts';
import { pageLinks, readList } from './game-list.ts';
import { filterPath, oneOf, readPage } from './list-query.ts';

const SHOWN = 8;
/** So many are seen at a glance. */
const FEW = 5;
/** What else of the same kind its games have. */
const ALSO: Record<Kind, string> = { platform: 'Also on', genre: 'Also', group: 'Also in' };

/** The page of one platform, genre or group: what it is, and its games. */
export function showReference(kind: Kind): Page['handle'] {
  return async (request) => {
    const reference = readReference(request, kind);
    const own = referencePath(kind, reference.id, reference.name);
    if (`${KIND[kind].path}/${request.path.id}/${encodeURIComponent(request.path.slug ?? '')}` !== own) {
      return { status: 301, location: own };
    }
    return referencePage(request, kind, reference, own);
  };
}

async function referencePage(
  request: PageRequest,
  kind: Kind,
  { id, name, description, category }: Reference,
  own: string,
): Promise<PageAnswer> {
  const query = { filter: oneOf(kind, id), sort: 'oldest' as const, page: readPage(request.query) };
  const list = await readList(request, query);
  const pathOf = (page: number) => (page > 1 ? `${own}?page=${page}` : own);
  return {
    title: name,
    description: description ?? `${counted(list.total, 'game')}: ${name}, ${KIND[kind].one.toLowerCase()}.`,
    canonical: pathOf(query.page),
    jsonUrl: list.jsonUrl,
    body: html`<p class="over"><a href="${KIND[kind].path}">${KIND[kind].many}</a>${category && html` · ${isolated(category)}`}</p>
<h1>${isolated(name)}</h1>
<p class="lead"><strong>${counted(list.total, 'game')}</strong>${
      list.total > 1 &&
      html` in the order of their first release · <a href="${filterPath({ [kind]: [id] })}">Narrow or sort them</a>`
    }</p>
${description && html`<p class="prose" dir="auto">${description}</p>`}
${query.page === 1 && among(request, kind, id)}
${list.total === 0 ? html`<p>No game is here yet.</p>` : gameTable(list.games)}
${pageLinks(query.page, list.total, pathOf)}`,
  };
}

function readReference({ snapshot, path }: PageRequest, kind: Kind): Reference {
  const reference = /^\d{1,9}$/.test(path.id ?? '') ? findReference(snapshot, kind, Number(path.id)) : undefined;
  if (!reference) throw new AppError('notFound', `There is no such ${KIND[kind].one.toLowerCase()} here.`);
  return reference;
}

/** What its games have in common with others: the ways on from here. */
function among({ snapshot }: PageRequest, kind: Kind, id: number): Html {
  const matches = positionsOf(facetOf(snapshot, kind), id);
  if (matches.length < FEW) return nothing;
  const size = snapshot.ids.length;
  const rows = KINDS.map((other) => {
    const choices = countChoices(facetOf(snapshot, other), matches, size)
      .filter((choice) => other !== kind || choice.id !== id)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, SHOWN);
    const links = choices.map((choice) => {
      const filter = { ...oneOf(kind, id), [other]: other === kind ? [id, choice.id] : [choice.id] };
      return wayOn(
        filterPath(filter),
        findReference(snapshot, other, choice.id)?.name ?? String(choice.id),
        choice.count,
      );
    });
    return row(other === kind ? ALSO[kind] : KIND[other].many, links);
  });
  const decades = sumDecades(countChoices(snapshot.year, matches, size)).map((decade) =>
    wayOn(filterPath({ [kind]: [id], decade: [decade.id] }), `${decade.id}s`, decade.count),
  );
  return html`<dl class="ways">${row('Decades', decades)}${rows}</dl>`;
}

function row(name: string, links: readonly Html[]): Html {
  return links.length === 0 ? nothing : html`<div><dt>${name}</dt><dd><ul>${links}</ul></dd></div>`;
}

function wayOn(path: string, name: string, count: number): Html {
  return html`<li><a href="${path}">${isolated(name)}</a> <span class="count">${grouped(count)}</span></li>`;
}
