import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';

export interface Letter {
  to: string;
  subject: string;
  text: string;
}

export interface Mail {
  /** Whether there is a mail server. */
  works: boolean;
  /** Begins work that ends in a mail, and waits for nothing: an answer must not tell by its time whether a mail leaves. */
  post(write: () => Promise<Letter | undefined>): void;
  /** Resolves when everything has left. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
/** A mail server that is away must not fill the memory. */
const MOST_WAITING = 1000;

export function openMail(config: Pick<Config, 'smtp_url' | 'mail_from'>, onError: (error: unknown) => void): Mail {
  const waiting = new Set<Promise<void>>();
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = config.smtp_url ? createTransport({ url: config.smtp_url, ...timeouts }) : undefined;

  const deliver = async (write: () => Promise<Letter | undefined>) => {
    // Not before the answer has left this turn.
    await new Promise((resolve) => setImmediate(resolve));
    const letter = await write();
    // As an object: an address is never parsed for several.
    if (letter && transport) {
      await transport.sendMail({ ...letter, to: { name: '', address: letter.to }, from: config.mail_from });
    }
  };
  return {
    works: transport !== undefined,
    post: (write) => {
      if (waiting.size >= MOST_WAITING) return onError(new Error('too many mails wait for the mail server'));
      const delivery = deliver(write)
        .catch(onError)
        .finally(() => waiting.delete(delivery));
      waiting.add(delivery);
    },
    close: async () => {
      await Promise.all(waiting);
      transport?.close();
    },
  };
}
