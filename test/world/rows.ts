import assert from 'node:assert/strict';
import { isRoot } from '../support/servers/checkout.ts';
import type { Report } from './life.ts';
import { allowsNamespace, asRoot, hasIpv6, UNKNOWN_USER } from './machine.ts';

/** An environment that differs from a developer's machine. */
export interface Row {
  name: string;
  /** The command that wraps the program. */
  prefix?: string[];
  uid?: number;
  /** Undefined removes a variable. */
  env?: Record<string, string | undefined>;
  settings?: Record<string, string>;
  /** Why this machine does not allow a part of the row. */
  instead?: string;
  /** Asserts that the environment is in effect. */
  assertWorld?(report: Report): void;
}

const FONT_FOLDERS = '/usr/share/fonts /usr/local/share/fonts /etc/fonts /root/.fonts /root/.local/share/fonts';
const HIDE_FONTS = `for folder in ${FONT_FOLDERS}; do if [ -d $folder ]; then mount -t tmpfs none $folder || exit 1; fi; done`;
const LEAVE_IPV6 = 'ip link set lo up && ip address del 127.0.0.1/8 dev lo';
const SET_UP = `${HIDE_FONTS}; ${LEAVE_IPV6}`;
const NAMESPACES = ['--mount', '--net'];

/** Runs a setup command, then executes the program. */
export const inShell = (setUp: string) => ['sh', '-c', `${setUp}; exec "$@"`, 'sh'];

function withoutFontsAndIpv4(): Partial<Row> {
  if (!hasIpv6() || !allowsNamespace(NAMESPACES, SET_UP))
    return { instead: 'no IPv6 or no namespaces: runs with the fonts and addresses of this machine' };
  return {
    settings: { LUDEX_HOST: '::1' },
    prefix: ['unshare', ...asRoot(), ...NAMESPACES, ...inShell(`{ ${SET_UP}; } || exit 1`)],
    assertWorld: ({ world, url }) => {
      assert.deepEqual([world.fonts, world.ipv4], [false, false]);
      assert.match(url, /^http:\/\/\[::1\]:\d+$/);
    },
  };
}

/** Who may not write to the checkout either. */
function asUnknownUser(): Partial<Row> {
  if (!isRoot) return { instead: 'only root can run it as an unknown user: it runs as you' };
  return {
    uid: UNKNOWN_USER,
    assertWorld: ({ world }) => assert.deepEqual([world.uid, world.writesCheckout], [UNKNOWN_USER, false]),
  };
}

const inLocale = (locale: string) => ({ LANG: locale, LC_ALL: locale, LANGUAGE: undefined });

/** A row takes 20 s, so each differs in several ways that do not affect each other. */
export function listRows(): Row[] {
  const [bare, user] = [withoutFontsAndIpv4(), asUnknownUser()];
  return [
    {
      name: 'no system fonts, IPv6 only, LANG=tr_TR.UTF-8 and TZ=Pacific/Kiritimati',
      ...bare,
      env: { ...inLocale('tr_TR.UTF-8'), TZ: 'Pacific/Kiritimati' },
      assertWorld: (report) => {
        bare.assertWorld?.(report);
        const { language, locale, timeZone } = report.world;
        assert.deepEqual([language, locale, timeZone], ['tr_TR.UTF-8', 'tr-TR', 'Pacific/Kiritimati']);
      },
    },
    {
      name: 'a read-only checkout, no HOME, an unknown user id, a umask of 077 and LANG=C',
      ...user,
      prefix: inShell('umask 077'),
      env: { ...inLocale('C'), HOME: undefined },
      assertWorld: (report) => {
        user.assertWorld?.(report);
        const { language, locale, umask, openFiles } = report.world;
        assert.deepEqual([language, locale, umask, openFiles], ['C', 'en-US', 0o077, 0]);
      },
    },
  ];
}
