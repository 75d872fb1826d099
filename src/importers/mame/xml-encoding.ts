/** What a file begins with that is no XML in UTF-8, as hexadecimal digits. */
const FORMS: [beginning: RegExp, what: string][] = [
  [/^(fffe|feff|3c00|003c)/, 'it is in UTF-16, and must be in UTF-8'],
  [/^1f8b/, 'it is compressed, and its name must end in .gz'],
];
const LONGEST_DECLARATION = 200;

/** Why the first bytes of a file cannot be those of XML in UTF-8, if so. */
export function findForeignForm(bytes: Buffer): string | undefined {
  const beginning = bytes.toString('hex', 0, 4);
  const form = FORMS.find(([pattern]) => pattern.test(beginning))?.[1];
  const declaration = bytes.toString('latin1', 0, LONGEST_DECLARATION);
  const encoding = /^(?:\u00ef\u00bb\u00bf)?<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)["']/.exec(declaration)?.[1];
  if (form || encoding === undefined || /^(utf-?8|us-ascii)$/i.test(encoding)) return form;
  return `it is in ${encoding}, and must be in UTF-8`;
}
