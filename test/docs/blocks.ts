import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/servers/checkout.ts';

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

export function readBlocks(page: string): Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return Array.from(text.matchAll(FENCED), ({ 1: language = '', 2: mark = '', 3: code = '', index }) => ({
    page,
    line: text.slice(0, index).split('\n').length,
    language,
    mark,
    text: code,
  }));
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
