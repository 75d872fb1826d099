import { type Html, html } from '../kit/html.ts';

/** Calls to paste and run, in three languages, with the person's own key. */
export function firstCalls(apiUrl: string, key: string): Html {
  return html`<div class="calls">${LANGUAGES.map(([name, write], i) => {
    return html`<h3>${name}</h3>
<div class="copied"><pre><code id="call-${i}">${write(`${apiUrl}/games`, key)}</code></pre>
<button type="button" hidden data-copy="call-${i}">Copy</button></div>`;
  })}</div>`;
}

/** The key goes in a header, as the guide says: an address ends up in histories and logs. */
const LANGUAGES: readonly [name: string, write: (url: string, key: string) => string][] = [
  ['curl', (url, key) => `curl -H 'X-API-Key: ${key}' '${url}?title=mario&format=brief'`],
  [
    'JavaScript',
    (url, key) => `const answer = await fetch('${url}?title=mario&format=brief', {
  headers: { 'X-API-Key': '${key}' },
});
if (!answer.ok) throw new Error(await answer.text());
const { games } = await answer.json();
for (const game of games) console.log(game.game_id, game.title);`,
  ],
  [
    'Python',
    (url, key) => `import json, urllib.request

request = urllib.request.Request(
    "${url}?title=mario&format=brief",
    headers={"X-API-Key": "${key}"},
)
with urllib.request.urlopen(request) as answer:
    for game in json.load(answer)["games"]:
        print(game["game_id"], game["title"])`,
  ],
];
