import { bdi } from '../kit/format.ts';
import { form, hiddenField } from '../kit/forms.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { findTitle } from './edited-game.ts';

const SENTENCES = {
  merged: (kept: Html, gone: Html) => html`Merged ${gone} into ${kept}.`,
  different: (one: Html, other: Html) => html`${one} and ${other} are different. No import merges them.`,
  undone: (one: Html, other: Html) => html`Undone: ${one} and ${other} are listed again.`,
};
export type Decided = keyof typeof SENTENCES;

/** The lower id first. */
export function parsePair(text: string): [number, number] | undefined {
  const ids = /^(\d{1,9})-(\d{1,9})$/.exec(text)?.slice(1).map(Number);
  return ids && (ids[0] as number) < (ids[1] as number) ? (ids as [number, number]) : undefined;
}

/** What was decided last about which games, with a button that undoes it. */
export async function decisionNotice(request: SignedInRequest, path: string): Promise<Html> {
  const { app, query } = request;
  const decided = query.get('decided') ?? '';
  const pair = parsePair(query.get('pair') ?? '');
  if (!pair || !Object.hasOwn(SENTENCES, decided)) return nothing;
  const titles = await app.store.catalog.read((reader) => Promise.all(pair.map((id) => findTitle(reader, id))));
  const [one, other] = pair.map((id, i) => gameLink(id, titles[i])) as [Html, Html];
  return html`<div class="done decided"><p role="status">${SENTENCES[decided as Decided](one, other)}</p>
${query.has('key') && undoForm(request, path)}</div>`;
}

/** The number tells games of the same title apart. */
function gameLink(id: number, title = 'Game'): Html {
  return html`<a href="/operator/games/${id}">${bdi(title)}</a> (${id})`;
}

function undoForm(request: SignedInRequest, path: string): Html {
  const { query } = request;
  return form(
    request,
    `${path}/undo`,
    [
      ...['key', 'pair', 'skip'].map((name) => hiddenField(name, query.get(name) ?? '')),
      html`<button data-key="u">Undo ${shortcut('U')}</button>`,
    ],
    'action',
  );
}

/** Scripts make the keys work, so they show them. */
export function shortcut(name: string): Html {
  return html`<kbd hidden>${name}</kbd>`;
}
