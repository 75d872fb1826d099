import { type Html, html, type Part } from '../kit/html.ts';

/** `html` escapes to numeric character references, which are valid in XML, too. */
export type Xml = Html;

export function xml(literals: TemplateStringsArray, ...parts: Part[]): Xml {
  return html(literals, ...parts);
}
