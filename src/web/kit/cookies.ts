/** By hand: a few cookies of our own with fixed attributes need no general parser and serializer. */

/**
 * `session` identifies the sign-in, `device` a browser that signed in before, `forms` the CSRF tokens of a visitor, `signup` a
 * browser that signed up and waits for the email, `next` the page that it asked for; `view` is how lists show games, `theme`
 * the chosen theme.
 */
export type CookieName = 'session' | 'device' | 'forms' | 'signup' | 'next' | 'view' | 'theme';

/** Whether the browser uses https, to this server or to a proxy in front of it. */
interface Connection {
  isSecure: boolean;
}

export function readCookie(connection: Connection, header: string | undefined, name: CookieName): string | undefined {
  const prefix = `${fullName(connection, name)}=`;
  const pair = header?.split(/; */).find((text) => text.startsWith(prefix));
  const value = pair?.slice(prefix.length);
  return value === undefined || value === '' || value.length > 200 ? undefined : value;
}

/** Without a maximum age it is a session cookie. */
export function setCookie(connection: Connection, name: CookieName, value: string, maxAgeSeconds?: number): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${Math.floor(maxAgeSeconds)}`;
  const secure = connection.isSecure ? '; Secure' : '';
  return `${fullName(connection, name)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`;
}

export function clearCookie(connection: Connection, name: CookieName): string {
  return setCookie(connection, name, '', 0);
}

/** With the `__Host-` prefix, no other host and no insecure page can set the cookie. */
function fullName({ isSecure }: Connection, name: CookieName): string {
  return `${isSecure ? '__Host-' : ''}ludex_${name}`;
}
