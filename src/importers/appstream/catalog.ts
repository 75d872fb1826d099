import { type DocumentText, failAt, readDocuments } from './documents.ts';
import { parseYaml, textAt, toMap, type YamlMap } from './yaml.ts';

/** What a catalog says of itself in its first document. */
export interface CatalogHead {
  /** The archive it is of, such as `debian-bookworm-main`. */
  origin: string;
  time: string | undefined;
  /** What addresses of pictures begin with. */
  mediaBase: string | undefined;
}

export interface CatalogListener {
  onChunk(chunk: Buffer): void;
  onHead(head: CatalogHead): void;
  /** Told of every component that may be a game. */
  onComponent(component: YamlMap, head: CatalogHead): Promise<void>;
  /** Told of every component, also of those that are not looked into. */
  onDocument(): void;
}

/** Reads a DEP-11 catalog. Parsing is slow, and what does not even hold the word for it is no game: it is not parsed. */
export async function readCatalog(path: string, listener: CatalogListener): Promise<void> {
  let head: CatalogHead | undefined;
  for await (const document of readDocuments(path, listener.onChunk)) {
    if (isEmpty(document)) continue;
    if (head === undefined) {
      head = parseHead(document);
      listener.onHead(head);
      continue;
    }
    listener.onDocument();
    if (document.text.includes('Game')) await listener.onComponent(toMap(parseYaml(document)), head);
  }
  if (!head) failAt({ path, line: 1 }, 'it is empty');
}

function parseHead(document: DocumentText): CatalogHead {
  const head = toMap(parseYaml(document));
  if (textAt(head, 'File') !== 'DEP-11')
    failAt(document, 'it is no DEP-11 catalog: its first document does not say "File: DEP-11"');
  return {
    origin: textAt(head, 'Origin') ?? 'unknown',
    time: textAt(head, 'Time'),
    mediaBase: textAt(head, 'MediaBaseUrl'),
  };
}

/** A stream may begin with directives and comments. */
function isEmpty({ text }: DocumentText): boolean {
  return text.replace(/^(?:[%#].*|---)$/gm, '').trim() === '';
}
