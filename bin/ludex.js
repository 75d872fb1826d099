#!/usr/bin/env node
// Plain JavaScript, so that an old Node can run it far enough to hand over to the one that npm has brought.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { listMissingFeatures, OLDEST_NODE } from './node-features.js';
import { nodePackage } from './node-package.js';

// The Node of the system, if it has all that is needed; else the one that npm has brought.
if (listMissingFeatures().length === 0) await runHere();
else handOver(findBroughtNode());

async function runHere() {
  const source = new URL('../src/main.ts', import.meta.url);
  // An installed package holds dist/ alone: Node strips no types under node_modules.
  const program = existsSync(source) ? source : new URL('../dist/main.js', import.meta.url);
  const { main } = await import(program.href);
  await main(process.argv.slice(2));
}

/** The Node of the package for this system, if it was installed with this one. */
function findBroughtNode() {
  const name = nodePackage(process.platform, process.arch);
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/node${process.platform === 'win32' ? '.exe' : ''}`);
  } catch {
    return undefined;
  }
}

function handOver(node) {
  if (!node) {
    console.error(
      `ludex: Ludex needs Node ${OLDEST_NODE} or newer, and this is Node ${process.versions.node} ` +
        `(without ${listMissingFeatures().join(', ')}): install Ludex without --omit=optional, which brings the right one, ` +
        'or install a newer Node',
    );
    process.exit(1);
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
}
