import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { startNode } from '../bench/processes.ts';

export interface Child {
  process: ChildProcess;
  output(): string;
  /** Resolves to the exit code, or to null if it was killed. */
  ended: Promise<number | null>;
}

/** Starts the real program, on one core if `taskset` is there. It is killed when this process exits. */
export function startChild(args: readonly string[], env: Record<string, string>, core?: number): Child {
  const child = startNode(['src/main.ts', ...args], ['ignore', 'pipe', 'pipe'], env, core);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  return { process: child, output: () => output, ended: once(child, 'close').then(([code]) => code) };
}

/** A server in a process of its own, which may crash. */
export interface ServerChild {
  url: string;
  port: number;
  pid: number;
  /** Fails if the server has ended or has logged an error. */
  assertWell(): void;
  /** Fails if it does not end by itself. */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export async function startServer(env: Record<string, string>, core?: number): Promise<ServerChild> {
  const { process: child, output, ended } = startChild(['serve', '--port', '0'], env, core);
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stdout?.on('data', () => {
    const url = /serves [\d,]+ games? at (\S+)/.exec(output())?.[1];
    if (url !== undefined) resolve(url);
  });
  ended.then((code) => reject(new Error(`the server ended with ${code}: ${output()}`)));
  const url = await promise;
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid as number,
    assertWell: () => {
      assert.ok(!hasEnded, `the server has ended: ${output()}`);
      const logged = /.*"level":[56]0.*/.exec(output())?.[0];
      assert.equal(logged, undefined, `the server has logged an error: ${logged}`);
    },
    stop: async () => {
      child.kill('SIGTERM');
      assert.equal(await ended, 0, output());
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
