import assert from 'node:assert/strict';
import { serve } from '../../src/server/serve.ts';
import { addSignedIn } from '../../test/support/accounts.ts';
import { type Browser, cookieOf, openBrowser, readable } from '../../test/support/browser.ts';
import type { Random } from '../../test/support/random.ts';
import { newPlace } from '../../test/support/servers/engines.ts';
import { fillWithCatalog, type TestServer } from '../../test/support/servers/server.ts';
import { hostileText, mutateBytes } from '../mutate.ts';
import type { Input, Subject } from './inputs.ts';

/** Pages with forms, for visitors, members and operators. */
const PAGES = {
  visitor: ['/signup', '/signin', '/reset'],
  member: ['/profile', '/profile/settings', '/propose/1'],
  operator: ['/operator/accounts/1', '/operator/invites', '/operator/messages', '/operator/duplicates'],
  editor: [
    '/operator/games/1',
    '/operator/games/1/platforms/22',
    '/operator/games/1/pictures',
    '/operator/games/1/merge',
    '/operator/games/1/split',
  ],
};
type Who = keyof typeof PAGES;

/** An editor form that is accepted is an import, which takes a hundred times as long. */
const SHARES: { who: Who; share: number }[] = [
  { who: 'visitor', share: 30 },
  { who: 'member', share: 40 },
  { who: 'operator', share: 28 },
  { who: 'editor', share: 2 },
];
/** They would end the session that the others need. */
const LEFT_OUT = /^\/(signout|theme)$|\/(delete|end|suspend)$/;
const SETTINGS = { 'sign-ups-per-day': 'none', 'log-level': 'silent' };
const TOKENS = ['&', '=', '%', '%00', '+', ';', '\r\n', '--boundary', 'name=', 'form_token=', '__proto__=1'];
const MULTIPART = 'multipart/form-data; boundary=boundary';
const SEPARATOR = ' ';

/** Forms of the site with hostile fields, sent with a valid session and token to a real server. */
export async function openForms(): Promise<Subject> {
  const config = await newPlace('sqlite', SETTINGS, fillWithCatalog);
  const serving = await serve(config, () => Date.now());
  const url = `http://localhost:${serving.port}`;
  const browsers = await openBrowsers({ config, url });
  const forms = Object.fromEntries(
    await Promise.all(SHARES.map(async ({ who }) => [who, await listForms(browsers[who], PAGES[who])])),
  ) as Record<Who, Form[]>;
  return {
    make: (random) => makeInput(random, forms),
    feed: (input) => send(url, browsers, input),
    close: () => serving.close(),
  };
}

async function openBrowsers(server: Pick<TestServer, 'url' | 'config'>): Promise<Record<Who, Browser>> {
  const { browser: member } = await addSignedIn(server, 'member@example.org');
  const { browser: operator } = await addSignedIn(server, 'operator@example.org', 'operator');
  return { visitor: openBrowser(server.url), member, operator, editor: operator };
}

async function listForms(browser: Browser, paths: readonly string[]): Promise<Form[]> {
  const forms: Form[] = [];
  for (const path of paths) {
    const { status, text } = await browser.open(path);
    assert.ok(status < 400, `${status} of ${path}`);
    forms.push(...findForms(text).filter(({ action }) => !LEFT_OUT.test(action)));
  }
  return forms;
}

function makeInput(random: Random, forms: Record<Who, Form[]>): Input {
  const { who } = random.pickShare(SHARES);
  const form = random.pick(forms[who]);
  const fields = mutateFields(random, form.fields);
  const bytes = Buffer.from(form.isMultipart ? toMultipart(fields) : toUrlEncoded(fields));
  const isBroken = random.below(6) === 0;
  const what = [who, form.action, form.isMultipart ? 'multipart' : 'plain'].join(SEPARATOR);
  return { what, bytes: isBroken ? mutateBytes(random, bytes, TOKENS) : bytes };
}

type Fields = Form['fields'];

/** The token stays mostly: without it nothing else is read. */
function mutateFields(random: Random, fields: Fields): Fields {
  const mutated = fields.flatMap(([name, value]): Fields => {
    if (name === 'form_token') return random.below(100) === 0 ? [[name, hostileText(random)]] : [[name, value]];
    const way = random.below(12);
    if (way === 0) return [];
    if (way === 1)
      return [
        [name, value],
        [name, hostileText(random)],
      ];
    if (way === 2) return [[hostileText(random), value]];
    return way < 6 ? [[name, value]] : [[name, hostileText(random)]];
  });
  return random.below(10) === 0 ? [...mutated, [hostileText(random), hostileText(random)]] : mutated;
}

function toUrlEncoded(fields: Fields): string {
  return new URLSearchParams(fields).toString();
}

function toMultipart(fields: Fields): string {
  const quote = (name: string) => name.replaceAll(/["\r\n]/g, encodeURIComponent);
  const parts = fields.map(([name, value]) => {
    const file = name === 'pictures' || name === 'files' ? '; filename="a.png"\r\nContent-Type: image/png' : '';
    return `--boundary\r\nContent-Disposition: form-data; name="${quote(name)}"${file}\r\n\r\n${value}\r\n`;
  });
  return `${parts.join('')}--boundary--\r\n`;
}

async function send(url: string, browsers: Record<Who, Browser>, { what, bytes }: Input): Promise<boolean> {
  const [who = '', action = '', kind] = what.split(SEPARATOR);
  const response = await fetch(url + action, {
    method: 'POST',
    body: bytes as Uint8Array<ArrayBuffer>,
    redirect: 'manual',
    headers: {
      origin: url,
      accept: 'text/html',
      cookie: cookieOf(browsers[who as Who]),
      'content-type': kind === 'multipart' ? MULTIPART : 'application/x-www-form-urlencoded',
    },
  });
  const text = await response.text();
  const isShed = response.status === 503 && response.headers.has('retry-after');
  assert.ok(response.status < 500 || isShed, `${response.status}: ${text.slice(0, 300)}`);
  assert.equal(response.headers.get('x-injected'), null, 'a header was injected');
  assert.doesNotMatch(text, /<script>alert|<img src=x/, 'markup of a field is in the page');
  assert.doesNotMatch(
    response.headers.get('location') ?? '',
    /^(https?:)?\/\/(?!localhost)|^\/[/\\]/,
    'an open redirect',
  );
  return response.status < 400;
}

interface Form {
  action: string;
  isMultipart: boolean;
  fields: [name: string, value: string][];
}

/** The POST forms of a page with their fields, as a browser would send them unchanged. */
function findForms(page: string): Form[] {
  const forms = [...page.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)];
  return forms
    .map(([, attributes = '', content = '']) => ({
      action: attributeOf(attributes, 'action') ?? '',
      isPost: attributeOf(attributes, 'method') === 'post',
      isMultipart: attributes.includes('multipart/form-data'),
      fields: findFields(content),
    }))
    .filter(({ isPost }) => isPost);
}

function findFields(content: string): Form['fields'] {
  const found = content.matchAll(/<(input|select|textarea|button)\b([^>]*)>([^<]*)/g);
  return [...found].flatMap(([, tag, attributes = '', text = '']): Form['fields'] => {
    const name = attributeOf(attributes, 'name');
    if (name === undefined) return [];
    return [[name, attributeOf(attributes, 'value') ?? (tag === 'textarea' ? readable(text).trim() : '')]];
  });
}

function attributeOf(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? undefined : readable(value);
}
