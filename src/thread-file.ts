/** A file that is run as a thread, beside the module that starts it: TypeScript in a checkout, JavaScript when built. */
export function threadFile(name: string, from: string): URL {
  return new URL(`./${name}${from.endsWith('.ts') ? '.ts' : '.js'}`, from);
}
