import { SaxesParser } from 'saxes';
import type { BrokenCounter } from './broken-entries.ts';
import { countLines } from './source-text.ts';

export type Attributes = Readonly<Partial<Record<string, string>>>;

export interface XmlDocument {
  /** The names that the root element may have. */
  roots: readonly string[];
  /** The element of one entry. */
  entry: string;
  /** The name of the file in a .zip. */
  zipEntry?: RegExp;
}

export interface XmlHandlers {
  onText(text: string): void;
  onOpen(name: string, attributes: Attributes): void;
  onClose(name: string, line: number): void;
  onComment?(text: string): void;
  /** An entry is broken, and what was read of it must be dropped. `depth` elements stay open. */
  onSkip(depth: number): void;
}

export type Fail = (what: string, line?: number) => never;

export interface XmlParser {
  write(text: string): void;
  close(): void;
  /** The number of the last line that was written. */
  line(): number;
}

/** The largest real entry has 90 KB. Without a limit, one entry could fill the memory. */
const MAX_ENTRY_MEGABYTES = 4;

/** Fails at the first error. */
export function openWholeParser(document: XmlDocument, handlers: XmlHandlers, fail: Fail): XmlParser {
  const sax = new SaxesParser({ position: true });
  let length = 0;
  let depth = 0;
  listen(sax, {
    ...handlers,
    onError: (what) => fail(what),
    onOpen: (name, attributes) => {
      if (depth === 0) checkRoot(name, document, fail);
      if (depth === 1) length = 0;
      depth++;
      handlers.onOpen(name, attributes);
    },
    onClose: (name) => {
      depth--;
      handlers.onClose(name, sax.line);
    },
  });
  return {
    write: (text) => {
      length += text.length;
      checkLength(length, document, fail);
      sax.write(text);
    },
    close: () => void sax.close(),
    line: () => sax.line,
  };
}

/**
 * Parses entry by entry. After an error it skips the rest of the entry and goes on with a new parser: the old one could take
 * everything up to the end for a part of the broken entry.
 */
export function openEntryParser(
  document: XmlDocument,
  handlers: XmlHandlers,
  fail: Fail,
  broken: BrokenCounter,
): XmlParser {
  const nextEntry = new RegExp(`<${document.entry}[\\s>]`, 'g');
  const entries = openEntries(document, handlers, fail, broken);
  let pending = '';
  let searched = 1;
  const writeUpTo = (end: number) => {
    entries.write(pending.slice(0, end));
    pending = pending.slice(end);
    searched = 1;
  };
  return {
    write: (text) => {
      pending += text;
      for (;;) {
        nextEntry.lastIndex = searched;
        const found = nextEntry.exec(pending);
        if (!found) break;
        writeUpTo(found.index);
      }
      // The name of the element may be cut in two.
      searched = Math.max(1, pending.length - document.entry.length - 1);
      checkLength(pending.length, document, (what) => {
        writeUpTo(pending.length);
        return fail(what);
      });
    },
    close: () => {
      writeUpTo(pending.length);
      entries.close();
    },
    line: () => entries.line() + countLines(pending),
  };
}

/** Gets the text of one entry after the other, each from its start tag on. */
function openEntries(document: XmlDocument, handlers: XmlHandlers, fail: Fail, broken: BrokenCounter) {
  let linesBefore = 0;
  /** What was written since the start of the open entry. */
  let written = '';
  let open: string[] = [];
  let entryLine = 0;
  let [isBroken, isClosing] = [false, false];
  let sax = openSax();
  const line = () => linesBefore + sax.line;
  /** The parser closes an entry that the text does not close, and reports that as an error afterwards. */
  let closeEntry = () => {};
  const flush = () => {
    const close = closeEntry;
    closeEntry = () => {};
    close();
  };
  const skip = (what: string, at: number) => {
    isBroken = true;
    closeEntry = () => {};
    if (open.length === 0) fail(what, at);
    else if (isClosing) broken.addMissingEnd(what, at);
    else broken.add(what, at);
  };

  function openSax(): SaxesParser {
    const parser = new SaxesParser({ position: true });
    for (const name of open) parser.write(`<${name}>`);
    // After an error, what the parser finds has no meaning.
    listen(parser, {
      onError: (what) => !isBroken && skip(what, line()),
      onText: (text) => {
        flush();
        if (!isBroken) handlers.onText(text);
      },
      onComment: (text) => {
        flush();
        if (!isBroken) handlers.onComment?.(text);
      },
      onOpen: (name, attributes) => {
        flush();
        if (isBroken) return;
        if (open.length === 0) checkRoot(name, document, (what) => fail(what, line()));
        if (name === document.entry) entryLine = line();
        open.push(name);
        handlers.onOpen(name, attributes);
      },
      onClose: (name) => {
        flush();
        if (isBroken) return;
        open.pop();
        const at = line();
        if (name !== document.entry) return handlers.onClose(name, at);
        entryLine = 0;
        closeEntry = () => {
          handlers.onClose(name, at);
          broken.countGood();
        };
      },
    });
    return parser;
  }

  /** The next entry is in the same elements as the broken one. */
  const reopen = () => {
    const at = open.indexOf(document.entry);
    open = at < 0 ? open : open.slice(0, at);
    handlers.onSkip(open.length);
    linesBefore = line() - 1;
    [isBroken, entryLine, written] = [false, 0, ''];
    sax = openSax();
  };
  return {
    write: (text: string): void => {
      if (entryLine > 0 && !isBroken && !isInComment(written)) skip(NOT_CLOSED, entryLine);
      if (isBroken) reopen();
      written = entryLine > 0 ? written + text : text;
      sax.write(text);
      flush();
    },
    line,
    close: () => {
      isClosing = true;
      if (!isBroken) sax.close();
      else if (!written.includes(`</${open[0]}`)) broken.addMissingEnd('the end of the file is missing', line());
    },
  };
}

const NOT_CLOSED = 'not well-formed XML: the entry that begins here is not closed, or has an "&" that must be "&amp;"';

/** A comment may contain the start tag of an entry. */
function isInComment(text: string): boolean {
  return text.lastIndexOf('<!--') > text.lastIndexOf('-->') || text.lastIndexOf('<![CDATA[') > text.lastIndexOf(']]>');
}

type Listener = Pick<XmlHandlers, 'onText' | 'onOpen' | 'onComment'> & {
  onError(what: string): unknown;
  onClose(name: string): void;
};

function listen(sax: SaxesParser, { onText, onOpen, onClose, onComment, onError }: Listener): void {
  sax.on('error', ({ message }) =>
    onError(`not well-formed XML: ${message.replace(/^(.*?\d+:\d+: )?/, '').replace(/\.$/, '')}`),
  );
  sax.on('text', onText);
  sax.on('cdata', onText);
  if (onComment) sax.on('comment', onComment);
  sax.on('opentag', ({ name, attributes }) => onOpen(name, attributes as Attributes));
  sax.on('closetag', ({ name }) => onClose(name));
}

function checkRoot(name: string, { roots }: XmlDocument, fail: Fail): void {
  if (!roots.includes(name)) fail(`it begins with <${name}>, where <${roots[0]}> was expected`);
}

function checkLength(length: number, { entry }: XmlDocument, fail: Fail): void {
  if (length > MAX_ENTRY_MEGABYTES * 1_000_000)
    fail(`${MAX_ENTRY_MEGABYTES} MB without a new <${entry}>, which no list has`);
}
