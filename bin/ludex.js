#!/usr/bin/env node
// Plain JavaScript, so that an old Node can run it far enough to hand over to the one that npm has brought.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { nodePackage } from './node-package.js';
import { isTooOld, refuse, refuseThisNode } from './node-version.js';

/** Of a program whose libraries are missing. */
const NOT_LOADED = 127;

// The Node of the system, if it is new enough; else the one that npm has brought.
if (!isTooOld(process.versions.node)) await runHere();
else handOver(findBroughtNode() ?? refuseThisNode());

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
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  const refuseBrought = () => refuse(`${node}, which npm has brought, does not start on this system`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.once('error', refuseBrought);
  child.once('exit', (code) => (code === NOT_LOADED ? refuseBrought() : process.exit(code ?? 1)));
}
