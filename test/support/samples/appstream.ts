import type { GameLine } from '../../../src/bundle/lines.ts';
import { escapeXml } from './mame.ts';
import { type ConvertedSource, convertSource, writeTemporary } from './sources.ts';

type Translated = Record<string, string>;
interface Picture {
  url: string;
  width?: number;
  height?: number;
  type?: 'thumbnail';
}

/** The fields of a component. Texts are by language, with `C` for the original. */
export interface Fields {
  type?: string;
  id?: string;
  pkgname?: string;
  name?: Translated;
  summary?: Translated;
  /** Markup. */
  description?: string;
  categories?: string[];
  project_license?: string | undefined;
  homepage?: string;
  developer?: Translated;
  screenshots?: { caption?: Translated; images?: Picture[]; video?: string }[];
  /** More XML. */
  more?: string;
}

/** A typical component with overrides. `undefined` removes a field. */
export function component(fields: Fields = {}): Fields {
  return {
    id: 'org.example.Hop',
    pkgname: 'hop',
    name: { C: 'Hop' },
    summary: { C: 'Hop over things' },
    description: '<p>A game about hopping.</p>',
    categories: ['Game', 'ArcadeGame'],
    ...fields,
  };
}

const HEAD = { origin: 'debian-test-main', media_baseurl: 'https://media.example/test', time: '20260101T000000' };

export function catalogText(components: readonly Fields[], head: Record<string, string | undefined> = {}): string {
  const attributes = attributesOf({ ...HEAD, ...head });
  return `<?xml version="1.0"?>\n<components${attributes}>\n${components.map(componentXml).join('\n')}\n</components>\n`;
}

function attributesOf(attributes: object): string {
  const known = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return known.map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`).join('');
}

function element(name: string, text: string | undefined, attributes: object = {}): string {
  return text === undefined ? '' : `<${name}${attributesOf(attributes)}>${escapeXml(text)}</${name}>`;
}

const translations = (name: string, texts: Translated = {}) =>
  Object.entries(texts)
    .map(([language, text]) => element(name, text, { 'xml:lang': language === 'C' ? undefined : language }))
    .join('');
const list = (outer: string, inner: string, texts: readonly string[] = []) =>
  `<${outer}>${texts.map((text) => element(inner, text)).join('')}</${outer}>`;

function componentXml({ type = 'desktop-application', ...fields }: Fields): string {
  const shots = (fields.screenshots ?? []).map(({ caption, images = [], video }) => {
    const pictures = images.map(({ url, ...size }) => element('image', url, size));
    return `<screenshot>${translations('caption', caption)}${pictures.join('')}${element('video', video)}</screenshot>`;
  });
  return [
    `<component type="${type}">`,
    element('id', fields.id),
    element('pkgname', fields.pkgname),
    translations('name', fields.name),
    translations('summary', fields.summary),
    `<description>${fields.description ?? ''}</description>`,
    list('categories', 'category', fields.categories),
    element('project_license', fields.project_license),
    element('url', 'https://bugs.example/', { type: 'bugtracker' }),
    element('url', fields.homepage, { type: 'homepage' }),
    `<developer>${translations('name', fields.developer)}</developer>`,
    `<screenshots>${shots.join('')}</screenshots>${fields.more ?? ''}</component>`,
  ].join('');
}

export function writeCatalog(content: string | Buffer, name = 'appstream.xml'): string {
  return writeTemporary(name, content);
}

export const convertCatalogs = (paths: readonly string[]) => convertSource('appstream', paths);

export function convertComponents(
  components: readonly Fields[],
  head: Record<string, string | undefined> = {},
): Promise<ConvertedSource> {
  return convertCatalogs([writeCatalog(catalogText(components, head))]);
}

/** Converts a component into its one game. */
export async function gameOf(fields: Fields = {}): Promise<GameLine> {
  const { games } = await convertComponents([component(fields)]);
  if (games.length !== 1) throw new Error(`expected one game, got ${games.length}`);
  return games[0] as GameLine;
}
