import type { App } from '../../app.ts';
import type { CorrectionLine, StoredMediaLine } from '../../bundle/lines.ts';
import { bdi } from '../kit/format.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import { FIELD_LABELS } from './game-fields.ts';
import type { HistoryNames } from './history-names.ts';
import { pictureLinks } from './picture-list.ts';

type Fields = Omit<CorrectionLine, 'key' | 'game' | 'made' | 'reverted' | 'source'>;
type Platform = NonNullable<Fields['platforms']>[number];

interface Context {
  app: App;
  names: HistoryNames;
}

/** What a field of a correction is called, and its value in words. */
const FIELDS: { [F in keyof Fields]-?: [label: string, (value: NonNullable<Fields[F]>, context: Context) => Part] } = {
  merge: ['Merged games', gameLinks],
  split: ['Split off', (key) => key],
  different: ['Different games', gameLinks],
  hide: ['Hidden', () => 'yes'],
  title: [FIELD_LABELS.title, (title) => title],
  alternate_titles: [
    FIELD_LABELS.alternate_titles,
    (titles) => titles.map(({ title, description }) => `${title} (${description})`).join(', '),
  ],
  description: [FIELD_LABELS.description, (text) => text],
  official_url: [FIELD_LABELS.official_url, (url) => url],
  genres: [FIELD_LABELS.genres, entryNames],
  groups: [FIELD_LABELS.groups, entryNames],
  set_platform: [
    'Platforms',
    (moves, { names }) =>
      Object.entries(moves)
        .map(([from, to]) => describeMove(from, to, names))
        .join(', '),
  ],
  platforms: ['Releases', (platforms, { names }) => html`<ul>${platforms.map((one) => releaseItems(one, names))}</ul>`],
  media: ['Added pictures', (media, { app }) => pictureLinks(app, (media as StoredMediaLine[]).flatMap(listNew))],
  remove_pictures: ['Removed pictures', (images, { app }) => pictureLinks(app, images.map(toPicture))],
  main_picture: ['Main picture', (image, { app }) => pictureLinks(app, [toPicture(image)])],
};

const MAX_SHOWN = 200;

/** The fields that a correction sets, in words. */
export function listFields(line: CorrectionLine, context: Context): { label: string; value: Part }[] {
  return (Object.keys(FIELDS) as (keyof Fields)[])
    .filter((name) => line[name] !== undefined)
    .map((name) => {
      const [label, describe] = FIELDS[name] as [string, (value: unknown, context: Context) => Part];
      const value = line[name] === null ? 'none' : describe(line[name], context);
      return { label, value: typeof value === 'string' ? shorten(value) : value };
    });
}

function shorten(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)} …` : text || 'none';
}

function gameLinks(refs: readonly (string | number)[], { names }: Context): Html {
  return html`${refs.map((ref, i) => {
    const game = names.findGame(ref);
    const separator = i > 0 && ', ';
    return game
      ? html`${separator}<a href="/operator/games/${game.gameId}">${bdi(game.title || 'Game')} (${game.gameId})</a>`
      : html`${separator}${ref}`;
  })}`;
}

function entryNames(keys: readonly string[], { names }: Context): string {
  return keys.map(names.entryName).join(', ');
}

function describeMove(from: string, to: string | null, { entryName }: HistoryNames): string {
  return to === null ? `${entryName(from)} removed` : `${entryName(from)} → ${entryName(to)}`;
}

function releaseItems({ platform, releases = [] }: Platform, { entryName }: HistoryNames): Html {
  const describe = (release: (typeof releases)[number]) =>
    [
      release.release_date ?? 'no date',
      release.countries.join(', '),
      release.companies.map(({ role, company }) => `${role} ${entryName(company)}`).join(', '),
      release.product_codes.map((code) => `${code.product_code_type} ${code.product_code}`).join(', '),
      release.description,
    ]
      .filter(Boolean)
      .join(' · ');
  const texts = releases.length === 0 ? ['no releases'] : releases.map(describe);
  return html`${texts.map((text) => html`<li>${bdi(`${entryName(platform)}: ${shorten(text)}`)}</li>`)}`;
}

function listNew({ screenshots = [], cover_groups = [] }: StoredMediaLine) {
  return [
    ...cover_groups.flatMap(({ covers }) => covers).map(({ scan_of, image }) => ({ name: scan_of, image })),
    ...screenshots.map(({ caption, image }) => ({ name: caption ?? 'Screenshot', image })),
  ];
}

function toPicture(image: string) {
  return { name: 'Picture', image };
}
