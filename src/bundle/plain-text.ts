/** The API promises plain text: no text of the catalog contains HTML or control characters. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters other than a line break
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;
// biome-ignore format: a list to be read at a glance
const HTML_ELEMENTS = [
  'a', 'abbr', 'address', 'applet', 'area', 'article', 'aside', 'audio', 'b', 'base', 'bdi', 'bdo', 'blink', 'blockquote',
  'body', 'br', 'button', 'canvas', 'caption', 'center', 'cite', 'code', 'col', 'data', 'datalist', 'dd', 'del', 'details',
  'dfn', 'dialog', 'div', 'dl', 'dt', 'em', 'embed', 'font', 'footer', 'form', 'h[1-6]', 'head', 'header', 'hr', 'html', 'i', 'iframe', 'img', 'input',
  'ins', 'kbd', 'label', 'legend', 'li', 'link', 'main', 'map', 'mark', 'marquee', 'math', 'meta', 'meter', 'nav',
  'noscript', 'object', 'ol', 'optgroup', 'option', 'output', 'p', 'param', 'picture', 'pre', 'progress', 'q', 'rp', 'rt', 'ruby', 's', 'samp', 'script', 'section', 'select', 'slot', 'small', 'source', 'span', 'strike',
  'strong', 'style', 'sub', 'sup', 'svg', 'table', 'tbody', 'td', 'template', 'textarea', 'tfoot', 'th', 'thead', 'title', 'tr', 'track', 'tt', 'u', 'ul', 'video',
];
/** The limit in the schema of a bundle. */
const LONGEST_NAME = 1000;
const CONTROLS = new RegExp(CONTROL, 'g');
const LONE_SURROGATE = /\p{Surrogate}/u;
/** Only known elements: a title may contain angle brackets. */
const HTML_TAG = new RegExp(`</?(${HTML_ELEMENTS.join('|')})([\\s/][^<>]*)?/?>|<!--`, 'i');
/** Numeric entities also without a semicolon, as browsers read them. */
const HTML_ENTITY = /&(#\d+|#x[\da-f]+|[a-z][a-z\d]{1,30};)/i;

/** A rule that a value breaks, such as `must be a URL`, and the path of the value; empty for the whole. */
export interface FieldProblem {
  field: string;
  rule: string;
}

/** The first problem of the texts inside the value. */
export function findTextProblem(value: unknown): FieldProblem | undefined {
  return listTextProblems(value)[0];
}

/** The problems of the texts inside the value, at most one per text. */
export function listTextProblems(value: unknown): FieldProblem[] {
  return collectProblems(value, '', []);
}

/** Printable ASCII without `&`, `<` and spaces at the ends: most texts. */
const SURELY_PLAIN = /^(?:[!-%'-;=-~](?:[ -%'-;=-~]*[!-%'-;=-~])?)?$/;

function collectProblems(value: unknown, field: string, found: FieldProblem[]): FieldProblem[] {
  if (typeof value === 'string') {
    const rule = findBroken(value);
    if (rule) found.push({ field, rule });
  } else if (value !== null && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value))
      collectProblems(inner, field === '' ? name : `${field}.${name}`, found);
  }
  return found;
}

/** Shows control characters other than line breaks as escapes, so that a terminal does not obey them. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Converts the text of a source to one line of plain text with a limited length. */
export function toPlainText(text: string, maxLength = LONGEST_NAME): string {
  const line = repairEncoding(text).toWellFormed().normalize('NFC').replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim();
  if (line.length > maxLength) return toPlainText(line.slice(0, maxLength), maxLength);
  // Remove the characters that make it look like HTML.
  return HTML_TAG.test(line) || HTML_ENTITY.test(line) ? toPlainText(line.replace(/[<>&]/g, ' '), maxLength) : line;
}

/** `ä` and `’` as `Ã¤` and `â€™` in Windows-1252, or `√§` and `‚Äô` in Mac Roman: no text has these characters side by side. */
const MISREAD = /[Ã√][\u0080-\uffff]|(?:â€|‚Ä)[\u0080-\uffff]/g;
const MISREADINGS = ['windows-1252', 'macintosh'].map((encoding) => {
  const bytes = Uint8Array.from({ length: 128 }, (_, i) => i + 128);
  return new Map(Array.from(new TextDecoder(encoding).decode(bytes), (char, i) => [char, i + 128]));
});

/** Decodes again what was UTF-8 and has been read in another encoding. */
function repairEncoding(text: string): string {
  return text.replace(MISREAD, (part) => {
    for (const byteOf of MISREADINGS) {
      const bytes = Array.from(part, (char) => byteOf.get(char) ?? 0);
      const decoded = new TextDecoder().decode(Uint8Array.from(bytes));
      if (decoded.length === 1 && decoded !== '\ufffd') return decoded;
    }
    return part;
  });
}

/** The limit for long texts, well below that of a bundle. */
const LONGEST_TEXT = 20_000;

/** Converts a long text to plain text that keeps its paragraphs; undefined if nothing is left. */
export function toPlainParagraphs(text: string): string | undefined {
  const lines = text
    .slice(0, LONGEST_TEXT)
    .split(/\r\n|\r|\n/)
    .map((line) => toPlainText(line, LONGEST_TEXT));
  const joined = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  // Two plain lines may look like HTML together: `a <b` and `c> d`.
  return (findTextProblem(joined) ? joined.replace(/[<>&]/g, ' ') : joined).trim() || undefined;
}

/** The rule of plain texts that the text breaks. */
function findBroken(text: string): string | undefined {
  if (SURELY_PLAIN.test(text)) return undefined;
  if (CONTROL.test(text)) return 'contains a control character';
  if (LONE_SURROGATE.test(text)) return 'contains half of a surrogate pair';
  if (HTML_TAG.test(text) || HTML_ENTITY.test(text)) return 'contains HTML; use plain text';
  if (text !== text.trim()) return 'begins or ends with whitespace';
  if (text !== text.normalize('NFC')) return 'is not in Unicode normalization form NFC';
  return undefined;
}
