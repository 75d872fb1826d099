import type { BrokenCounter } from '../broken-entries.ts';
import { childOf, childrenOf, readXml, textOf, type XmlElement, type XmlEntry } from '../xml.ts';
import type { CatalogHead, Yaml, YamlMap } from './yaml.ts';

/** The names of types before AppStream 0.10. */
const OLD_TYPES = new Map([['desktop', 'desktop-application']]);

/** Reads a catalog in XML, such as Flathub's. Each component has the form of DEP-11, which has other names for most fields. */
export async function readXmlCatalog(
  path: string,
  onChunk: (chunk: Buffer) => void,
  broken: BrokenCounter,
  onComponent: (component: YamlMap, head: CatalogHead) => void,
): Promise<CatalogHead> {
  let head: CatalogHead = { origin: 'unknown', time: undefined, mediaBase: undefined };
  const onEntry = (component: XmlEntry) => {
    const { origin = 'unknown', time, media_baseurl } = component.parent;
    head = { origin, time, mediaBase: media_baseurl };
    // One with `merge` only adds to another component.
    if (component.attributes.merge === undefined) onComponent(toComponent(component), head);
  };
  await readXml(path, { roots: ['components'], entries: ['component'], onEntry }, onChunk, broken);
  return head;
}

function toComponent(element: XmlElement): YamlMap {
  const { type = '' } = element.attributes;
  return {
    Type: OLD_TYPES.get(type) ?? type,
    ID: textOf(childOf(element, 'id')),
    Package: textOf(childOf(element, 'pkgname') ?? childOf(element, 'bundle')),
    Name: translations(element, 'name'),
    Summary: translations(element, 'summary'),
    Description: { C: markupOf(original(element, 'description')) },
    Categories: childrenOf(childOf(element, 'categories'), 'category').map(textOf),
    ProjectLicense: textOf(childOf(element, 'project_license')),
    Url: Object.fromEntries(childrenOf(element, 'url').map((url) => [url.attributes.type ?? '', textOf(url)])),
    Developer: { name: translations(childOf(element, 'developer'), 'name') },
    DeveloperName: translations(element, 'developer_name'),
    Provides: { ids: childrenOf(childOf(element, 'provides'), 'id').map(textOf) },
    Replaces: childrenOf(childOf(element, 'replaces'), 'id').map((id) => ({ id: textOf(id) })),
    Releases: childrenOf(childOf(element, 'releases'), 'release').map(toRelease),
    Screenshots: childrenOf(childOf(element, 'screenshots'), 'screenshot').map(toScreenshot),
    Requires: listControls(childOf(element, 'requires')),
    Recommends: listControls(childOf(element, 'recommends')),
    Supports: listControls(childOf(element, 'supports')),
  };
}

function toRelease({ attributes }: XmlElement): YamlMap {
  const { version = '', type = 'stable', timestamp = '', date = '' } = attributes;
  return { version, type, 'unix-timestamp': timestamp, date };
}

function toScreenshot(element: XmlElement): YamlMap {
  const images = childrenOf(element, 'image').filter(isOriginal);
  const source = images.find(({ attributes }) => attributes.type !== 'thumbnail');
  return {
    default: String(element.attributes.type === 'default'),
    caption: translations(element, 'caption'),
    ...(source && { 'source-image': toImage(source) }),
    thumbnails: images.filter(({ attributes }) => attributes.type === 'thumbnail').map(toImage),
    ...(childOf(element, 'video') && { videos: [] }),
  };
}

function toImage(element: XmlElement): YamlMap {
  const { width = '', height = '' } = element.attributes;
  return { url: textOf(element), width, height };
}

function listControls(element: XmlElement | undefined): Yaml[] {
  return childrenOf(element, 'control').map((control) => ({ control: textOf(control) }));
}

/** The texts of an element by language; `C` is the original. */
function translations(parent: XmlElement | undefined, name: string): YamlMap {
  const texts = childrenOf(parent, name).map((element) => [element.attributes['xml:lang'] ?? 'C', textOf(element)]);
  return Object.fromEntries(texts);
}

function original(parent: XmlElement, name: string): XmlElement | undefined {
  return childrenOf(parent, name).find(isOriginal);
}

function isOriginal({ attributes }: XmlElement): boolean {
  return attributes['xml:lang'] === undefined;
}

/** The content of a description as markup, without paragraphs in other languages. */
function markupOf(element: XmlElement | undefined): string {
  const parts = (element?.children ?? []).map((child) => {
    if (typeof child === 'string') return child.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return isOriginal(child) ? `<${child.name}>${markupOf(child)}</${child.name}>` : '';
  });
  return parts.join('');
}
