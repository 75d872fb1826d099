/** What no text in the catalog may hold: the API promises plain text. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for; a line break is fine
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
/** As the lines of a bundle allow. */
const LONGEST_NAME = 1000;
const CONTROLS = new RegExp(CONTROL, 'g');
const LONE_SURROGATE = /\p{Surrogate}/u;
/** Elements of HTML by name: a title may well hold angle brackets of its own. */
const HTML_TAG = new RegExp(`</?(${HTML_ELEMENTS.join('|')})([\\s/][^<>]*)?/?>|<!--`, 'i');
/** Numbers count without their semicolon, too: browsers read them. */
const HTML_ENTITY = /&(#\d+|#x[\da-f]+|[a-z][a-z\d]{1,30};)/i;

/** The first thing wrong with any text inside the value, or undefined. */
export function findTextProblem(value: unknown): string | undefined {
  return listTextProblems(value)[0];
}

/** What is wrong with the texts inside the value, one thing for each text. */
export function listTextProblems(value: unknown, path = '', found: string[] = []): string[] {
  if (typeof value === 'string') {
    const problem = describe(value, path);
    if (problem) found.push(problem);
  } else if (value !== null && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value))
      listTextProblems(inner, path === '' ? name : `${path}.${name}`, found);
  }
  return found;
}

/** A name as sources write it, made into what the catalog may hold: one line of plain text, and not without end. */
export function toPlainText(text: string, most = LONGEST_NAME): string {
  const line = text.toWellFormed().normalize('NFC').replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim();
  if (line.length > most) return toPlainText(line.slice(0, most), most);
  // What still looks like HTML loses the characters that make it so.
  return HTML_TAG.test(line) || HTML_ENTITY.test(line) ? toPlainText(line.replace(/[<>&]/g, ' '), most) : line;
}

function describe(text: string, path: string): string | undefined {
  if (CONTROL.test(text)) return `${path} holds a control character`;
  if (LONE_SURROGATE.test(text)) return `${path} holds half of a character`;
  if (HTML_TAG.test(text) || HTML_ENTITY.test(text)) return `${path} holds HTML, and must be plain text`;
  if (text !== text.trim()) return `${path} begins or ends with white space`;
  if (text !== text.normalize('NFC')) return `${path} is not in Unicode's composed form (NFC)`;
  return undefined;
}
