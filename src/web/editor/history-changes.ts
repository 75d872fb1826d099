import { bdi } from '../kit/format.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import { compareTexts, type Piece } from './text-changes.ts';

/** In characters. */
const MAX_WHOLE = 120;
const MAX_CONTEXT = 60;
const MAX_CHANGED = 1000;
const MAX_ITEMS = 20;

/** A value of the history: a text, the items of a list, or what is shown as it is. */
export type Value = string | readonly string[] | Html;

/** A value, or what changed in it. */
export function showValue(after: Value, before?: Value): Part {
  if (isList(after)) return isList(before) ? changedItems(before, after) : html`<ul>${listItems(after, item)}</ul>`;
  if (typeof after === 'string' && typeof before === 'string') return changedText(before, after);
  const own = typeof after === 'string' ? shown(after) : after;
  return before === undefined || before === '' ? own : arrow(before, own);
}

function isList(value: Value | undefined): value is readonly string[] {
  return Array.isArray(value);
}

/** Items that only moved are listed as they are now. */
function changedItems(before: readonly string[], after: readonly string[]): Html {
  const removed = before.filter((text) => !after.includes(text));
  const added = after.filter((text) => !before.includes(text));
  if (removed.length === 0 && added.length === 0) return html`<ul>${listItems(after, item)}</ul>`;
  return html`<ul>${listItems(removed, (text) => html`<li><del>− ${bdi(text)}</del></li>`)}
${listItems(added, (text) => html`<li><ins>+ ${bdi(text)}</ins></li>`)}</ul>`;
}

function listItems(texts: readonly string[], show: (text: string) => Html): Part {
  const more = texts.length - MAX_ITEMS;
  return [
    ...texts.slice(0, MAX_ITEMS).map((text) => show(shorten(text, MAX_CHANGED))),
    more > 0 && html`<li>and ${more} more</li>`,
  ];
}

function item(text: string): Html {
  return html`<li>${bdi(text)}</li>`;
}

/** Short texts as a whole; of long ones the words that differ, with those around them. */
function changedText(before: string, after: string): Html {
  const isWhole = before === '' || after === '' || Math.max(before.length, after.length) <= MAX_WHOLE;
  if (isWhole) return arrow(html`<del>${shown(before)}</del>`, html`<ins>${shown(after)}</ins>`);
  const pieces = compareTexts(before, after);
  return html`<span class="text">${pieces.map((piece, i) => shownPiece(piece, i === 0, i === pieces.length - 1))}</span>`;
}

function shownPiece({ kind, text }: Piece, isFirst: boolean, isLast: boolean): Part {
  if (kind === 'removed') return html`<del>${shown(text.trim())}</del> `;
  if (kind === 'added') return html`<ins>${shown(text.trim())}</ins> `;
  const begin = isFirst ? '' : text.slice(0, MAX_CONTEXT).replace(/\S*$/, '');
  const end = isLast ? '' : text.slice(-MAX_CONTEXT).replace(/^\S*\s/, '');
  return begin.length + end.length + 2 >= text.length ? text : `${begin}… ${end}`;
}

function arrow(before: Part, after: Part): Html {
  return html`<span class="text">${before} › ${after}</span>`;
}

function shown(text: string): Html {
  return bdi(shorten(text, MAX_CHANGED) || 'none');
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)} …` : text;
}
