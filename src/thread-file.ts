/** URL of a worker's file next to the importing module: .ts in a checkout, .js in a built package. */
export function threadFile(name: string, from: string): URL {
  return new URL(`./${name}${from.endsWith('.ts') ? '.ts' : '.js'}`, from);
}
