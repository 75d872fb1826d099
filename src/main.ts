import { enableCompileCache } from 'node:module';

export async function main(argv: string[]): Promise<void> {
  // Before anything is loaded: the second start then takes two thirds of the time.
  enableCompileCache();
  const { runProcess } = await import('./cli/run.ts');
  process.exitCode = await runProcess(argv);
  // What failed may leave something behind that keeps the process: a name server that does not answer, for half a minute.
  if (process.exitCode !== 0) process.stderr.write('', () => process.exit());
}

if (import.meta.main) await main(process.argv.slice(2));
