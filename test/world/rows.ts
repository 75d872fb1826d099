import assert from 'node:assert/strict';
import { isRoot } from '../support/checkout.ts';
import type { Report } from './life.ts';
import { allowsNamespace, asRoot, hasIpv6, quote, UNKNOWN_USER } from './machine.ts';

/** An environment that differs from a developer's machine. */
export interface Row {
  name: string;
  /** The command that wraps the program. */
  prefix?: string[];
  uid?: number;
  /** Undefined removes a variable. */
  env?: Record<string, string | undefined>;
  settings?: Record<string, string>;
  /** Why this machine does not allow the row, and what runs instead. */
  instead?: string;
  /** Asserts that the environment is in effect. */
  assertWorld?(report: Report): void;
}

const FONT_FOLDERS = '/usr/share/fonts /usr/local/share/fonts /etc/fonts /root/.fonts /root/.local/share/fonts';
const HIDE_FONTS = `for folder in ${FONT_FOLDERS}; do if [ -d $folder ]; then mount -t tmpfs none $folder || exit 1; fi; done`;
const LEAVE_IPV6 = 'ip link set lo up && ip address del 127.0.0.1/8 dev lo';

/** Runs a setup command, then executes the program. */
export const inShell = (setUp: string) => ['sh', '-c', `${setUp}; exec "$@"`, 'sh'];
const inNamespace = (flag: string, setUp: string) => ['unshare', ...asRoot(), flag, ...inShell(`${setUp} || exit 1`)];

function withoutFonts(): Partial<Row> {
  if (allowsNamespace(['--mount'], HIDE_FONTS))
    return {
      prefix: inNamespace('--mount', HIDE_FONTS),
      assertWorld: ({ world }) => assert.equal(world.fonts, false),
    };
  return {
    env: { FONTCONFIG_FILE: '/nonexistent', FONTCONFIG_PATH: '/nonexistent' },
    instead: 'no mount namespace: fontconfig is configured without fonts instead',
  };
}

function withIpv6Alone(): Partial<Row> {
  if (!hasIpv6()) return { instead: 'no IPv6: uses IPv4 instead' };
  const settings = { LUDEX_HOST: '::1' };
  const assertUrl = ({ url }: Report) => assert.match(url, /^http:\/\/\[::1\]:\d+$/);
  if (allowsNamespace(['--net'], LEAVE_IPV6))
    return {
      settings,
      prefix: inNamespace('--net', LEAVE_IPV6),
      assertWorld: (report) => {
        assert.equal(report.world.ipv4, false);
        assertUrl(report);
      },
    };
  return { settings, assertWorld: assertUrl, instead: 'no network namespace: listens on ::1 while IPv4 is available' };
}

function inReadOnlyCheckout(folder: string): Partial<Row> {
  const place = quote(folder);
  const protect = `mount --bind ${place} ${place} && mount -o remount,bind,ro ${place} && cd ${place}`;
  if (allowsNamespace(['--mount'], protect))
    return {
      prefix: inNamespace('--mount', protect),
      assertWorld: ({ world }) => assert.equal(world.writesCheckout, false),
    };
  return { prefix: inShell(`cd ${place}`), instead: 'no mount namespace: the checkout is writable' };
}

/** Only root can change the user. */
function asUnknownUser(): Partial<Row> {
  if (isRoot) return { uid: UNKNOWN_USER, assertWorld: ({ world }) => assert.equal(world.uid, UNKNOWN_USER) };
  return {
    assertWorld: ({ world }) => assert.notEqual(world.uid, 0),
    instead: 'only root can run it as an unknown user: it runs as you',
  };
}

const inLocale = (locale: string) => ({ LANG: locale, LC_ALL: locale, LANGUAGE: undefined });

/** `folder` is the checkout. A row takes 20 s, so it differs in several ways that do not affect each other. */
export function listRows(folder: string): Row[] {
  const [fonts, user] = [withoutFonts(), asUnknownUser()];
  return [
    {
      name: 'no system fonts, LANG=tr_TR.UTF-8 and TZ=Pacific/Kiritimati',
      ...fonts,
      env: { ...fonts.env, ...inLocale('tr_TR.UTF-8'), TZ: 'Pacific/Kiritimati' },
      assertWorld: (report) => {
        fonts.assertWorld?.(report);
        const { language, locale, timeZone } = report.world;
        assert.deepEqual([language, locale, timeZone], ['tr_TR.UTF-8', 'tr-TR', 'Pacific/Kiritimati']);
      },
    },
    {
      name: 'no HOME, an unknown user id, a umask of 077 and LANG=C',
      ...user,
      prefix: inShell('umask 077'),
      env: { ...inLocale('C'), HOME: undefined },
      assertWorld: (report) => {
        user.assertWorld?.(report);
        const { language, locale, umask, openFiles } = report.world;
        assert.deepEqual([language, locale, umask, openFiles], ['C', 'en-US', 0o077, 0]);
      },
    },
    { name: 'a read-only checkout', ...inReadOnlyCheckout(folder) },
    { name: 'IPv6 only', ...withIpv6Alone() },
  ];
}
