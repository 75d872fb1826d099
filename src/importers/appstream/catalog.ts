import { BrokenEntry } from '../broken-entries.ts';
import { type DocumentText, failAt, readDocuments } from './documents.ts';
import { parseYaml, textAt, toMap, type YamlMap } from './yaml.ts';

/** The first document of a catalog. */
export interface CatalogHead {
  /** The archive, such as `debian-bookworm-main`. */
  origin: string;
  time: string | undefined;
  /** The base of relative picture URLs. */
  mediaBase: string | undefined;
}

/** Reads a DEP-11 catalog. The components are not parsed yet, because that is slow and few of them are games. */
export async function readCatalog(
  path: string,
  onChunk: (chunk: Buffer) => void,
  onComponent: (document: DocumentText, head: CatalogHead) => Promise<void>,
): Promise<CatalogHead> {
  let head: CatalogHead | undefined;
  for await (const document of readDocuments(path, onChunk)) {
    if (isEmpty(document)) continue;
    if (head) await onComponent(document, head);
    else head = parseHead(document);
  }
  return head ?? failAt({ path, line: 1 }, 'it is empty');
}

function parseHead(document: DocumentText): CatalogHead {
  const head = parseFirst(document);
  if (textAt(head, 'File') !== 'DEP-11')
    failAt(document, 'it is not a DEP-11 catalog: its first document lacks "File: DEP-11"');
  return {
    origin: textAt(head, 'Origin') ?? 'unknown',
    time: textAt(head, 'Time'),
    mediaBase: textAt(head, 'MediaBaseUrl'),
  };
}

/** Without the first document, the others have no meaning. */
function parseFirst(document: DocumentText): YamlMap {
  try {
    return toMap(parseYaml(document));
  } catch (error) {
    if (!(error instanceof BrokenEntry)) throw error;
    return failAt({ path: document.path, line: error.line }, error.message);
  }
}

/** A stream may start with directives and comments. */
function isEmpty({ text }: DocumentText): boolean {
  return text.replace(/^(?:[%#].*|---)$/gm, '').trim() === '';
}
