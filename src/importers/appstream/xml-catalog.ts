import type { BrokenCounter } from '../broken-entries.ts';
import { readXmlElements, type XmlElement } from '../xml.ts';
import type { Attributes } from '../xml-parser.ts';
import type { CatalogHead } from './catalog.ts';
import type { Yaml, YamlMap } from './yaml.ts';

const DOCUMENT = { roots: ['components'], entry: 'component' };
/** The names of types before AppStream 0.10. */
const OLD_TYPES = new Map([['desktop', 'desktop-application']]);

/** Reads a catalog in XML, such as Flathub's. Each component has the form of DEP-11, which has other names for most fields. */
export async function readXmlCatalog(
  path: string,
  onChunk: (chunk: Buffer) => void,
  broken: BrokenCounter,
  onComponent: (component: YamlMap, head: CatalogHead) => Promise<void>,
): Promise<CatalogHead> {
  let head: CatalogHead = { origin: 'unknown', time: undefined, mediaBase: undefined };
  const onRoot = ({ origin = 'unknown', time, media_baseurl }: Attributes) => {
    head = { origin, time, mediaBase: media_baseurl };
  };
  const elements = readXmlElements(path, DOCUMENT, onChunk, onRoot, broken);
  // One with `merge` only adds to another component.
  for await (const element of elements)
    if (element.name === 'component' && element.attributes.merge === undefined)
      await onComponent(toComponent(element), head);
  return head;
}

function toComponent(element: XmlElement): YamlMap {
  const { type = '' } = element.attributes;
  return {
    Type: OLD_TYPES.get(type) ?? type,
    ID: textOf(find(element, 'id')),
    Package: textOf(find(element, 'pkgname') ?? find(element, 'bundle')),
    Name: translations(element, 'name'),
    Summary: translations(element, 'summary'),
    Description: { C: markupOf(original(element, 'description')) },
    Categories: list(find(element, 'categories'), 'category').map(textOf),
    ProjectLicense: textOf(find(element, 'project_license')),
    Url: Object.fromEntries(list(element, 'url').map((url) => [url.attributes.type ?? '', textOf(url)])),
    Developer: { name: translations(find(element, 'developer'), 'name') },
    DeveloperName: translations(element, 'developer_name'),
    Provides: { ids: list(find(element, 'provides'), 'id').map(textOf) },
    Replaces: list(find(element, 'replaces'), 'id').map((id) => ({ id: textOf(id) })),
    Releases: list(find(element, 'releases'), 'release').map(toRelease),
    Screenshots: list(find(element, 'screenshots'), 'screenshot').map(toScreenshot),
    Requires: listControls(find(element, 'requires')),
    Recommends: listControls(find(element, 'recommends')),
    Supports: listControls(find(element, 'supports')),
  };
}

function toRelease({ attributes }: XmlElement): YamlMap {
  const { version = '', type = 'stable', timestamp = '', date = '' } = attributes;
  return { version, type, 'unix-timestamp': timestamp, date };
}

function toScreenshot(element: XmlElement): YamlMap {
  const images = list(element, 'image').filter(isOriginal);
  const source = images.find(({ attributes }) => attributes.type !== 'thumbnail');
  return {
    default: String(element.attributes.type === 'default'),
    caption: translations(element, 'caption'),
    ...(source && { 'source-image': toImage(source) }),
    thumbnails: images.filter(({ attributes }) => attributes.type === 'thumbnail').map(toImage),
    ...(find(element, 'video') && { videos: [] }),
  };
}

function toImage(element: XmlElement): YamlMap {
  const { width = '', height = '' } = element.attributes;
  return { url: textOf(element), width, height };
}

function listControls(element: XmlElement | undefined): Yaml[] {
  return list(element, 'control').map((control) => ({ control: textOf(control) }));
}

/** The texts of an element by language; `C` is the original. */
function translations(parent: XmlElement | undefined, name: string): YamlMap {
  const texts = list(parent, name).map((element) => [element.attributes['xml:lang'] ?? 'C', textOf(element)]);
  return Object.fromEntries(texts);
}

function list(parent: XmlElement | undefined, name: string): XmlElement[] {
  return (parent?.children ?? []).filter((child) => typeof child !== 'string').filter((child) => child.name === name);
}

function find(parent: XmlElement, name: string): XmlElement | undefined {
  return list(parent, name)[0];
}

function original(parent: XmlElement, name: string): XmlElement | undefined {
  return list(parent, name).find(isOriginal);
}

function isOriginal({ attributes }: XmlElement): boolean {
  return attributes['xml:lang'] === undefined;
}

function textOf(element: XmlElement | undefined): string {
  const texts = (element?.children ?? []).map((child) => (typeof child === 'string' ? child : textOf(child)));
  return texts.join('');
}

/** The content of a description as markup, without paragraphs in other languages. */
function markupOf(element: XmlElement | undefined): string {
  const parts = (element?.children ?? []).map((child) => {
    if (typeof child === 'string') return child.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return isOriginal(child) ? `<${child.name}>${markupOf(child)}</${child.name}>` : '';
  });
  return parts.join('');
}
