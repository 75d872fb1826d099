import { type Html, html, type Part } from '../kit/html.ts';

/** XML is escaped like HTML: our references are numbers, which both know. */
export type Xml = Html;

export function xml(literals: TemplateStringsArray, ...parts: Part[]): Xml {
  return html(literals, ...parts);
}
