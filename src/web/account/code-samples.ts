import { type Html, html } from '../kit/html.ts';

const QUERY = 'title=mario&format=brief';

/** The key and a request that works, for somebody who has just signed up. */
export function firstCall(apiUrl: string, key: string): Html {
  return html`<section class="first-call" aria-labelledby="first-call"><h2 id="first-call">Your API key</h2>
${copyable('new-key', key)}
<h3>Your first request</h3>
${copyable('first-request', curl(`${apiUrl}/games`, key))}
<p>Paste it into a terminal, or <a href="${apiUrl}/games?${QUERY}&api_key=${encodeURIComponent(key)}">try it</a> in this
browser. The <a href="/docs">guide</a> shows what else you can ask for.</p></section>`;
}

/** Sample requests in three languages with the account's own key, ready to paste and run. */
export function codeSamples(apiUrl: string, key: string): Html {
  return html`<div class="calls">${LANGUAGES.map(([name, write], i) => {
    return html`<h3>${name}</h3>
${copyable(`call-${i}`, write(`${apiUrl}/games`, key))}`;
  })}</div>`;
}

function copyable(id: string, text: string): Html {
  return html`<div class="copyable"><pre tabindex="0"><code id="${id}">${text}</code></pre>
<button type="button" hidden data-copy="${id}">Copy</button></div>`;
}

function curl(url: string, key: string): string {
  return `curl -H 'X-API-Key: ${key}' '${url}?${QUERY}'`;
}

/** Samples send the key in a header: URLs end up in browser histories and logs. */
const LANGUAGES: readonly [name: string, write: (url: string, key: string) => string][] = [
  ['curl', curl],
  [
    'JavaScript',
    (url, key) => `const response = await fetch('${url}?${QUERY}', {
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
    "${url}?${QUERY}",
    headers={"X-API-Key": "${key}"},
)
with urllib.request.urlopen(request) as response:
    for game in json.load(response)["games"]:
        print(game["game_id"], game["title"])`,
  ],
];
