/** The response after redirects. */
export interface Shown {
  status: number;
  path: string;
  text: string;
  headers: Headers;
}

export type Files = readonly (readonly [name: string, bytes: Buffer])[];

export interface Browser {
  cookies: Map<string, string>;
  open(path: string): Promise<Shown>;
  /** Submits a form of the current page with its CSRF token. */
  submit(action: string, fields?: Record<string, string>): Promise<Shown>;
  /** Opens a page and submits one of its forms. */
  send(page: string, action: string, fields?: Record<string, string>): Promise<Shown>;
  /** Posts these fields without following redirects. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Shown>;
  /** Posts these fields with files, without following redirects. */
  upload(path: string, fields: Record<string, string>, files: Files, headers?: Record<string, string>): Promise<Shown>;
}

/** A browser without JavaScript that keeps cookies, follows redirects and submits forms. */
export function openBrowser(url: string, headers: Record<string, string> = {}): Browser {
  const cookies = new Map<string, string>();
  let shown: Shown | undefined;

  const ask = async (path: string, init: RequestInit = {}): Promise<Shown> => {
    const cookie = cookieOf({ cookies });
    const sent = { accept: 'text/html', ...headers, ...(cookie && { cookie }), ...init.headers };
    const response = await fetch(url + path, { ...init, headers: sent, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    return { status: response.status, path, text: await response.text(), headers: response.headers };
  };
  const follow = async (answer: Shown): Promise<Shown> => {
    const location = answer.headers.get('location');
    shown = location === null ? answer : await follow(await ask(location));
    return shown;
  };
  const post = (path: string, fields: Record<string, string>, more: Record<string, string> = {}) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields), headers: { origin: url, ...more } });
  const upload = (path: string, fields: Record<string, string>, files: Files, more: Record<string, string> = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    for (const [name, bytes] of files) body.append('pictures', new File([new Uint8Array(bytes)], name));
    return ask(path, { method: 'POST', body, headers: { origin: url, ...more } });
  };
  const open = async (path: string) => follow(await ask(path));
  const submit = async (action: string, fields: Record<string, string> = {}) =>
    follow(await post(action, { ...hiddenFields(shown, action), ...fields }));
  const send = async (page: string, action: string, fields?: Record<string, string>) => {
    await open(page);
    return submit(action, fields);
  };
  return { cookies, open, submit, send, post, upload };
}

/** The header that a browser sends. */
export function cookieOf({ cookies }: Pick<Browser, 'cookies'>): string {
  return Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
}

/** The hidden fields of the form with this action. */
export function hiddenFields(page: Shown | undefined, action: string): Record<string, string> {
  const form = page?.text.split('<form ').find((part) => part.includes(` action="${action}"`));
  if (!form) throw new Error(`no form with action ${action} on ${page?.path}: ${page?.text}`);
  const found = form.split('</form>', 1)[0]?.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g) ?? [];
  return Object.fromEntries(Array.from(found, ([, name, value = '']) => [name, readable(value)]));
}

/** Opens a page whose form posts to it, and reads the values that the form shows. */
export async function readForm(browser: Browser, path: string): Promise<Record<string, string>> {
  const page = await browser.open(path);
  if (page.status !== 200) throw new Error(`${page.status} of ${path}`);
  const inputs = page.text.matchAll(/<input type="text" id="(\w+)" name="\w+"[^>]* value="([^"]*)">/g);
  const areas = page.text.matchAll(/<textarea rows="\d+" id="(\w+)"[^>]*>\n([^<]*)<\/textarea>/g);
  const values = [...inputs, ...areas].map(([, name = '', value = '']) => [name, readable(value)]);
  return { ...Object.fromEntries(values), ...hiddenFields(page, path) };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (/max-age=0/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

/** The visible text of a page. */
export function readable(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(lt|gt|quot|amp);/g, (_, name) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name as 'lt']);
}
