import type { GameRecord } from '../../catalog/model/record.ts';
import type { PlacedDump } from '../../store/dumps.ts';
import { bdi, formatCount, formatNumber } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { PageRequest } from '../kit/page.ts';

/** Some arcade machines and disk sets have hundreds. */
const MAX_FILES = 100;

/** The files that sources list for the game, with their hashes, folded. */
export async function fileSection({ app }: PageRequest, record: GameRecord): Promise<Html> {
  const files = distinctFiles(await app.store.catalog.listDumps(record.game_id));
  if (files.length === 0) return nothing;
  const names = new Map(record.platforms.map(({ platform_id, platform_name }) => [platform_id, platform_name]));
  const platforms = Map.groupBy(files.slice(0, MAX_FILES), ({ platformId }) => names.get(platformId) ?? '');
  return html`<section class="files"><details class="folded">
<summary><h2>Known files</h2> <span class="muted">${formatCount(files.length, 'file')} with hashes</span></summary>
<p class="hint">Copies of cartridges, disks and chips, as the sources list them. <code>ludex identify</code> and
<a href="/docs/api">the API</a> find a game by them.</p>
${Array.from(platforms, ([name, own]) => html`${platforms.size > 1 && html`<h3>${bdi(name)}</h3>`}${fileTable(own, name)}`)}
${files.length > MAX_FILES && html`<p class="hint">${formatCount(files.length - MAX_FILES, 'more file')}.</p>`}
</details></section>`;
}

function fileTable(files: readonly PlacedDump[], platform: string): Html {
  return html`<div class="scroll-x" role="region" aria-label="Files${platform && ` for ${platform}`}" tabindex="0"><table>
<thead><tr><th scope="col">File</th><th scope="col" class="number">Bytes</th><th scope="col">CRC-32</th><th scope="col">SHA-1</th></tr></thead>
<tbody>${files.map(
    ({ name, size, crc, sha1, md5 }) => html`<tr><td>${name !== undefined && bdi(name)}</td>
<td class="number">${size !== undefined && formatNumber(size)}</td><td><code>${crc}</code></td>
<td><code>${sha1 ?? (md5 && `MD5 ${md5}`)}</code></td></tr>`,
  )}</tbody></table></div>`;
}

/** Each file once per platform, with what any source says about it. */
function distinctFiles(dumps: readonly PlacedDump[]): PlacedDump[] {
  const known = new Map<string, PlacedDump>();
  for (const dump of dumps) {
    const keys = [dump.sha1, dump.md5, dump.crc && `${dump.crc} ${dump.size}`]
      .filter((hash) => hash !== undefined)
      .map((hash) => `${dump.platformId} ${hash}`);
    const before = keys.map((key) => known.get(key)).find((found) => found !== undefined);
    const file = before ?? dump;
    if (before) Object.assign(before, { ...dump, ...before });
    for (const key of keys) known.set(key, file);
  }
  return [...new Set(known.values())];
}
