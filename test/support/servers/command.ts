import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { runCommand } from '../../../src/cli/run.ts';
import { PROGRESS, type Result } from './program.ts';

/** Captures the output of each command, also of concurrent ones. */
const outputs = new AsyncLocalStorage<Record<'stdout' | 'stderr', string>>();
for (const name of ['stdout', 'stderr'] as const) {
  const write = process[name].write.bind(process[name]);
  process[name].write = (text: string | Uint8Array, ...rest: never[]) => {
    const output = outputs.getStore();
    if (!output) return write(text, ...rest);
    output[name] += text;
    return true;
  };
}

/** Like `runProgram`, but in this process, which is faster. */
export async function runHere(args: readonly string[], env: Record<string, string> = {}): Promise<Result> {
  const output = { stdout: '', stderr: '' };
  const code = await outputs.run(output, () => withSettings(env, () => runCommand(args)));
  return { code, stdout: output.stdout, stderr: output.stderr.replaceAll(PROGRESS, '') };
}

/** The output of a command that succeeds. */
export async function runWell(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await runHere(args, env);
  assert.equal(code, 0, `ludex ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

/** The environment can be restored at once, because commands read their settings synchronously. */
function withSettings<T>(env: Record<string, string>, begin: () => T): T {
  const before = { ...process.env };
  for (const name of Object.keys(before)) if (name.startsWith('LUDEX_')) delete process.env[name];
  Object.assign(process.env, env);
  try {
    return begin();
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, before);
  }
}
