/** What a browser keeps for us: who is signed in, that it is no stranger, and whose forms it has. */
export type CookieName = 'session' | 'device' | 'forms';

/** Whether the visitor's browser speaks https, to us or to a proxy before us. */
interface Way {
  isSecure: boolean;
}

/** The value of a cookie as a browser sent it back. */
export function readCookie(way: Way, header: string | undefined, name: CookieName): string | undefined {
  const wanted = `${fullName(way, name)}=`;
  const part = header?.split(/; */).find((one) => one.startsWith(wanted));
  const value = part?.slice(wanted.length);
  return value === undefined || value === '' || value.length > 200 ? undefined : value;
}

/** Without an age it goes when the browser is closed. */
export function setCookie(way: Way, name: CookieName, value: string, maxAgeSeconds?: number): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${Math.floor(maxAgeSeconds)}`;
  return `${fullName(way, name)}=${value}; Path=/; HttpOnly; SameSite=Lax${way.isSecure ? '; Secure' : ''}${age}`;
}

export function clearCookie(way: Way, name: CookieName): string {
  return setCookie(way, name, '', 0);
}

/** Over https no other host, and no page without https, can set it. */
function fullName({ isSecure }: Way, name: CookieName): string {
  return `${isSecure ? '__Host-' : ''}ludex_${name}`;
}
