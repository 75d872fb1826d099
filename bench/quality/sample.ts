import type { GamePlatformLine } from '../../src/bundle/lines.ts';
import { isKeyMark, isMakerMark, listMarks } from '../../src/matching/marks.ts';
import { type LayerLine, parseLayer } from '../../src/merging/load/layer-line.ts';
import type { CatalogReader } from '../../src/store/catalog/writer.ts';
import { openRandom } from '../../test/support/random.ts';

const MAX_TITLES = 4;

/**
 * Pairs of lines that share a mark, drawn at random, as rows of pairs.tsv without a verdict. Every line is as likely, then every
 * other line of its block.
 */
export async function samplePairs(reader: CatalogReader, count: number, seed: number): Promise<string[]> {
  const random = openRandom(seed);
  const keys: string[] = [];
  for (const { source } of await reader.listSources()) keys.push(...(await reader.listKeys(source)));
  keys.sort();
  const rows = new Map<string, string>();
  while (rows.size < count) {
    const a = await findLine(reader, random.pick(keys));
    const marks = a ? listMarks(a).filter((mark) => !isKeyMark(mark) && !isMakerMark(mark)) : [];
    const others = [...new Set((await reader.findByMarks(marks)).map(({ key }) => key))].filter(
      (key) => key !== a?.key,
    );
    const b = others.length > 0 ? await findLine(reader, random.pick(others.toSorted())) : undefined;
    if (!a || !b) continue;
    const [first, second] = [a, b].toSorted((one, other) => (one.key < other.key ? -1 : 1)) as [LayerLine, LayerLine];
    const cells = [first.key, second.key, '', 'random', '', describe(first), describe(second)];
    rows.set(`${first.key} ${second.key}`, cells.join('\t'));
  }
  return [...rows.values()];
}

async function findLine(reader: CatalogReader, key: string): Promise<LayerLine | undefined> {
  const layer = await reader.findLayer(key);
  return layer && parseLayer(layer);
}

/** What a judge needs to know of a line. */
function describe({ title, alternate_titles = [], platforms }: LayerLine): string {
  const others = alternate_titles.slice(0, MAX_TITLES).map((other) => other.title);
  const also = others.length > 0 ? ` [also ${others.join(' / ')}]` : '';
  return `${title}${also}; ${platforms.map(describePlatform).join(', ')}`;
}

function describePlatform({ platform, releases = [] }: GamePlatformLine): string {
  const dates = releases.flatMap(({ release_date }) => release_date ?? []);
  const companies = releases.flatMap((release) =>
    release.companies.map(({ company }) => company.replace('company:', '')),
  );
  const countries = releases.flatMap((release) => release.countries);
  const facts = [dates.toSorted()[0] ?? 'no date', ...new Set(companies), ...new Set(countries)];
  return `${platform.replace('platform:', '')} ${facts.join(' ')}`;
}
