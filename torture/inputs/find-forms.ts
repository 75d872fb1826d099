import { readable } from '../../test/support/browser.ts';

export interface Form {
  action: string;
  isMultipart: boolean;
  fields: [name: string, value: string][];
}

/** The POST forms of a page with their fields, as a browser would send them unchanged. */
export function findForms(page: string): Form[] {
  const forms = [...page.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)];
  return forms
    .map(([, attributes = '', content = '']) => ({
      action: attributeOf(attributes, 'action') ?? '',
      isPost: attributeOf(attributes, 'method') === 'post',
      isMultipart: attributes.includes('multipart/form-data'),
      fields: findFields(content),
    }))
    .filter(({ isPost }) => isPost);
}

function findFields(content: string): Form['fields'] {
  const found = content.matchAll(/<(input|select|textarea|button)\b([^>]*)>([^<]*)/g);
  return [...found].flatMap(([, tag, attributes = '', text = '']): Form['fields'] => {
    const name = attributeOf(attributes, 'name');
    if (name === undefined) return [];
    return [[name, attributeOf(attributes, 'value') ?? (tag === 'textarea' ? readable(text).trim() : '')]];
  });
}

function attributeOf(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? undefined : readable(value);
}
