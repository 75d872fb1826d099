import type { App } from '../app.ts';

/** What a browser keeps for us: who is signed in, that it is no stranger, and whose forms it has. */
export type CookieName = 'session' | 'device' | 'forms';

type Site = Pick<App, 'publicUrl'>;

/** The value of a cookie as a browser sent it back. */
export function readCookie(app: Site, header: string | undefined, name: CookieName): string | undefined {
  const wanted = `${fullName(app, name)}=`;
  const part = header?.split(/; */).find((one) => one.startsWith(wanted));
  const value = part?.slice(wanted.length);
  return value === undefined || value === '' || value.length > 200 ? undefined : value;
}

/** Without an age it goes when the browser is closed. */
export function setCookie(app: Site, name: CookieName, value: string, maxAgeSeconds?: number): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${Math.floor(maxAgeSeconds)}`;
  return `${fullName(app, name)}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure(app) ? '; Secure' : ''}${age}`;
}

export function clearCookie(app: Site, name: CookieName): string {
  return setCookie(app, name, '', 0);
}

/** Over https no other host, and no page without https, can set it. */
function fullName(app: Site, name: CookieName): string {
  return `${isSecure(app) ? '__Host-' : ''}ludex_${name}`;
}

function isSecure({ publicUrl }: Site): boolean {
  return publicUrl.startsWith('https:');
}
