import type { App } from '../../app.ts';
import type { CorrectionLine, StoredMediaLine } from '../../bundle/lines.ts';
import { bdi } from '../kit/format.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import { FIELD_LABELS } from './game-fields.ts';
import { showValue, type Value } from './history-changes.ts';
import type { HistoryNames } from './history-names.ts';
import { pictureLinks } from './picture-list.ts';

type Fields = Omit<CorrectionLine, 'key' | 'game' | 'made' | 'reverted' | 'source'>;
type Platform = NonNullable<Fields['platforms']>[number];

interface Context {
  app: App;
  names: HistoryNames;
}

/** What a field of a correction is called, and its value in words. */
const FIELDS: { [F in keyof Fields]-?: [label: string, (value: NonNullable<Fields[F]>, context: Context) => Value] } = {
  merge: ['Merged games', gameLinks],
  split: ['Split off', (key) => key],
  different: ['Different games', gameLinks],
  hide: ['Hidden', () => 'yes'],
  title: [FIELD_LABELS.title, (title) => title],
  alternate_titles: [
    FIELD_LABELS.alternate_titles,
    (titles) => titles.map(({ title, description }) => `${title} (${description})`),
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
  platforms: ['Releases', (platforms, { names }) => platforms.flatMap((one) => describeReleases(one, names))],
  media: ['Added pictures', (media, { app }) => pictureLinks(app, (media as StoredMediaLine[]).flatMap(listNew))],
  remove_pictures: ['Removed pictures', (images, { app }) => pictureLinks(app, images.map(toPicture))],
  main_picture: ['Main picture', (image, { app }) => pictureLinks(app, [toPicture(image)])],
};

type Replaced = NonNullable<NonNullable<CorrectionLine['made']>['before']>;
/** The fields whose former values an edit keeps. */
const REPLACED: { [F in keyof Required<Replaced>]: Value } = {
  title: '',
  alternate_titles: [],
  description: '',
  official_url: '',
  genres: [],
  groups: [],
  platforms: [],
  main_picture: '',
};

interface ShownField {
  label: string;
  value: Part;
}

/** The fields that a correction sets: what changed, where the former value is known. */
export function listFields(line: CorrectionLine, context: Context): ShownField[] {
  return namesOf(line).map((name) => {
    const before = beforeOf(name, line, context);
    return { label: FIELDS[name][0], value: showValue(describe(name, line, context), before) };
  });
}

/** The fields that get their former values again when the correction is reverted. */
export function listReverted(line: CorrectionLine, context: Context): ShownField[] {
  return namesOf(line).flatMap((name) => {
    const before = beforeOf(name, line, context);
    if (before === undefined) return [];
    return { label: FIELDS[name][0], value: showValue(before, describe(name, line, context)) };
  });
}

function namesOf(line: CorrectionLine): (keyof Fields)[] {
  return (Object.keys(FIELDS) as (keyof Fields)[]).filter((name) => line[name] !== undefined);
}

/** Undefined: not known, or never shown. */
function beforeOf(name: keyof Fields, { made }: CorrectionLine, context: Context): Value | undefined {
  if (!made?.before || !(name in REPLACED)) return undefined;
  const field = name as keyof Replaced;
  return made.before[field] == null ? REPLACED[field] : describe(field, made.before, context);
}

function describe(name: keyof Fields, fields: Partial<Fields>, context: Context): Value {
  const [, toValue] = FIELDS[name] as [string, (value: unknown, context: Context) => Value];
  return fields[name] === null ? '' : toValue(fields[name], context);
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

function entryNames(keys: readonly string[], { names }: Context): string[] {
  return keys.map(names.entryName);
}

function describeMove(from: string, to: string | null, { entryName }: HistoryNames): string {
  return to === null ? `${entryName(from)} removed` : `${entryName(from)} › ${entryName(to)}`;
}

function describeReleases({ platform, releases = [] }: Platform, { entryName }: HistoryNames): string[] {
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
  return texts.map((text) => `${entryName(platform)}: ${text}`);
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
