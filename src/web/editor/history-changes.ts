import { bdi } from '../kit/format.ts';
import { type Html, html, type Part } from '../kit/html.ts';

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
  const { start, removed, added, end } = splitChange(before, after);
  return html`<span class="text">${start.length > MAX_CONTEXT ? `… ${start.slice(-MAX_CONTEXT).replace(/^\S*\s/, '')}` : start}${
    removed !== '' && html`<del>${shown(removed)}</del>`
  }${removed !== '' && added !== '' && ' → '}${added !== '' && html`<ins>${shown(added)}</ins>`}${shorten(end, MAX_CONTEXT)}</span>`;
}

/** The words that both texts begin and end with, and those between them. */
function splitChange(before: string, after: string) {
  const [old, now] = [before, after].map((text) => text.split(/(?<=\s)/)) as [string[], string[]];
  const most = Math.min(old.length, now.length);
  let [first, last] = [0, 0];
  while (first < most && old[first] === now[first]) first++;
  while (last < most - first && old.at(-1 - last) === now.at(-1 - last)) last++;
  return {
    start: now.slice(0, first).join(''),
    removed: old.slice(first, old.length - last).join(''),
    added: now.slice(first, now.length - last).join(''),
    end: now.slice(now.length - last).join(''),
  };
}

function arrow(before: Part, after: Part): Html {
  return html`<span class="text">${before} → ${after}</span>`;
}

function shown(text: string): Html {
  return bdi(shorten(text, MAX_CHANGED) || 'none');
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)} …` : text;
}
