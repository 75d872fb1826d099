import { type Html, html } from './html.ts';
import { counted } from './words.ts';

/** A moment, to the minute, in UTC. */
export function time(at: number): Html {
  const text = new Date(at).toISOString();
  return html`<time datetime="${text}">${text.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** How long something still lasts, or how long ago it was. */
export function span(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  if (minutes < 90) return counted(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day');
}
