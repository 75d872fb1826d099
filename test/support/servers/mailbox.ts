import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { until } from '../until.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from './tls.ts';

export interface Mailbox {
  /** The value for LUDEX_SMTP_URL. */
  url: string;
  letters: { to: string; text: string }[];
  /** SMTP codes that reject the next messages, one each. */
  refusals: number[];
  /** Removes and returns the next message to this address. */
  next(to: string): Promise<string>;
}

/** The credentials of a sender that must use TLS. */
export interface Sender {
  user: string;
  password: string;
}

/** A real mail server on loopback that collects messages: from everybody, or from an authenticated sender over TLS. */
export async function openMailbox(wantedPort = 0, sender?: Sender): Promise<Mailbox> {
  const letters: Mailbox['letters'] = [];
  const refusals: number[] = [];
  const server = new SMTPServer({
    ...(sender ? { secure: true, cert: CERTIFICATE, key: CERTIFICATE_KEY } : { authOptional: true }),
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) => {
      if (username === sender?.user && password === sender?.password) done(null, { user: username });
      else done(new Error('wrong user or password'));
    },
    onData: async (stream, session, done) => {
      const raw = await text(stream);
      const responseCode = refusals.shift();
      if (responseCode !== undefined) return done(Object.assign(new Error('Not now'), { responseCode }));
      for (const { address } of session.envelope.rcptTo) letters.push({ to: address, text: decode(raw) });
      return done();
    },
  });
  server.listen(wantedPort, '127.0.0.1');
  await once(server.server, 'listening');
  after(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  return {
    url: sender ? `smtps://localhost:${port}` : `smtp://127.0.0.1:${port}`,
    letters,
    refusals,
    next: async (to) => {
      await until(() => letters.some((letter) => letter.to === to));
      const at = letters.findIndex((letter) => letter.to === to);
      return letters.splice(at, 1)[0]?.text ?? '';
    },
  };
}

/** Decodes quoted-printable. */
function decode(raw: string): string {
  const bytes = raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}

/** The path of the link in a message that starts with `path`. */
export function linkIn(letter: string, path: string): string {
  const found = new RegExp(`https?://\\S+?(${path}\\S+)`).exec(letter)?.[1];
  if (!found) throw new Error(`no link to ${path} in ${letter}`);
  return found;
}
