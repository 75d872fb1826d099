import { html } from './html.ts';
import type { HtmlAnswer, PageRequest } from './page.ts';

export function showHome({ snapshot }: PageRequest): HtmlAnswer {
  const games = snapshot.ids.length.toLocaleString('en');
  return {
    title: 'Ludex',
    description: `A catalog of ${games} video games.`,
    canonical: '/',
    jsonUrl: '/v1/games?format=brief',
    body: html`<h1>A catalog of ${games} video games</h1>`,
  };
}
