import { type Html, html } from './html.ts';

/** Calls to paste and run, in three languages, with the person's own key. */
export function firstCalls(apiUrl: string, key: string): Html {
  return html`<div class="calls">${LANGUAGES.map(([name, write], i) => {
    return html`<h3>${name}</h3>
<div class="copied"><pre><code id="call-${i}">${write(`${apiUrl}/games`, key)}</code></pre>
<button type="button" hidden data-copy="call-${i}">Copy</button></div>`;
  })}</div>`;
}

const LANGUAGES: readonly [name: string, write: (url: string, key: string) => string][] = [
  ['curl', (url, key) => `curl --get '${url}' -d title=mario -d format=brief --data-urlencode 'api_key=${key}'`],
  [
    'JavaScript',
    (url, key) => `const query = new URLSearchParams({ title: 'mario', format: 'brief', api_key: '${key}' });
const answer = await fetch('${url}?' + query);
const { games } = await answer.json();
for (const game of games) console.log(game.game_id, game.title);`,
  ],
  [
    'Python',
    (url, key) => `import json, urllib.parse, urllib.request

query = urllib.parse.urlencode({"title": "mario", "format": "brief", "api_key": "${key}"})
with urllib.request.urlopen("${url}?" + query) as answer:
    for game in json.load(answer)["games"]:
        print(game["game_id"], game["title"])`,
  ],
];
