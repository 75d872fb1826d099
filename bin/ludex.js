#!/usr/bin/env node
// Plain JavaScript, so that even an old Node can run it far enough to say what is missing.
import { existsSync } from 'node:fs';

const oldestNode = 24;
const major = Number(process.versions.node.split('.')[0]);

if (major < oldestNode) {
  console.error(
    `Ludex needs Node ${oldestNode} or newer, and this is Node ${process.versions.node}. ` +
      'Run "npm ci" without --omit=optional, which brings the right one, or install a newer Node.',
  );
  process.exit(1);
}

const source = new URL('../src/main.ts', import.meta.url);
// An installed package holds dist/ alone: Node strips no types under node_modules.
const program = existsSync(source) ? source : new URL('../dist/main.js', import.meta.url);
const { main } = await import(program.href);
await main(process.argv.slice(2));
