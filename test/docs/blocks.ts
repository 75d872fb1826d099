import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/checkout.ts';

/** A fenced block of a page. */
export interface Block {
  page: string;
  line: number;
  language: string;
  /** What follows the language: nothing, `server`, or `not-run: REASON`. */
  mark: string;
  text: string;
}

/** The pages whose blocks are run. Decisions hold none. */
export const PAGES = ['README.md', ...globSync('docs/*.md', { cwd: ROOT }).sort()];

const FENCED = /^```(\S*)(?: (.*))?\n([\s\S]*?)^```$/gm;

/** The blocks of a page, or of its section with this heading. */
export function readBlocks(page: string, section?: string): Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const [from, to] = section === undefined ? [0, text.length] : findSection(text, section);
  const found = Array.from(text.matchAll(FENCED)).filter(({ index }) => index >= from && index < to);
  return found.map(({ 1: language = '', 2: mark = '', 3: code = '', index }) => ({
    page,
    line: text.slice(0, index).split('\n').length,
    language,
    mark,
    text: code,
  }));
}

function findSection(text: string, heading: string): [from: number, to: number] {
  const from = text.indexOf(`\n## ${heading}\n`);
  if (from < 0) throw new Error(`no section ${heading}`);
  const to = text.indexOf('\n## ', from + 1);
  return [from, to < 0 ? text.length : to];
}

export function isRun({ mark }: Block): boolean {
  return !mark.startsWith('not-run:');
}

/** The only block of a language. */
export function readBlock(page: string, language: string, part = ''): string {
  const [block, ...others] = readBlocks(page).filter((one) => one.language === language && one.text.includes(part));
  if (!block || others.length > 0) throw new Error(`${page} has ${others.length + 1} blocks in ${language}`);
  return block.text;
}
