import { type Html, html } from '../kit/html.ts';

/** Sample requests in three languages with the account's own key, ready to paste and run. */
export function codeSamples(apiUrl: string, key: string): Html {
  return html`<div class="calls">${LANGUAGES.map(([name, write], i) => {
    return html`<h3>${name}</h3>
<div class="copyable"><pre><code id="call-${i}">${write(`${apiUrl}/games`, key)}</code></pre>
<button type="button" hidden data-copy="call-${i}">Copy</button></div>`;
  })}</div>`;
}

/** Samples send the key in a header: URLs end up in browser histories and logs. */
const LANGUAGES: readonly [name: string, write: (url: string, key: string) => string][] = [
  ['curl', (url, key) => `curl -H 'X-API-Key: ${key}' '${url}?title=mario&format=brief'`],
  [
    'JavaScript',
    (url, key) => `const response = await fetch('${url}?title=mario&format=brief', {
  headers: { 'X-API-Key': '${key}' },
});
if (!response.ok) throw new Error(await response.text());
const { games } = await response.json();
for (const game of games) console.log(game.game_id, game.title);`,
  ],
  [
    'Python',
    (url, key) => `import json, urllib.request

request = urllib.request.Request(
    "${url}?title=mario&format=brief",
    headers={"X-API-Key": "${key}"},
)
with urllib.request.urlopen(request) as response:
    for game in json.load(response)["games"]:
        print(game["game_id"], game["title"])`,
  ],
];
