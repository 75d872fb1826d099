import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
}

export interface Mail {
  /** Whether there is a mail server. */
  isConfigured: boolean;
  /** Begins work that ends in a mail, and waits for nothing: an answer must not tell by its time whether a mail leaves. */
  enqueue(write: () => Promise<MailMessage | undefined>): void;
  /** Resolves when every mail was sent or given up. What waits for its next try is tried once more, at once. */
  close(): Promise<void>;
}

/** Told of every mail that could not be sent; without `retryMs` it was given up. */
export type OnFailure = (error: unknown, retryMs?: number) => void;

const TIMEOUT_MS = 10_000;
/** A mail server that is away must not fill the memory. */
const MAX_QUEUED = 1000;
/** Servers that defer unknown senders (greylisting) accept a second try after five minutes, or a little more. */
const RETRY_MS = [10_000, 60_000, 5 * 60_000, 15 * 60_000];
const PERMANENT = 500;

export function openMail(
  config: Pick<Config, 'smtp_url' | 'mail_from'>,
  onFailure: OnFailure,
  pause: (milliseconds: number, signal: AbortSignal) => Promise<unknown> = pauseUntil,
): Mail {
  const waiting = new Set<Promise<void>>();
  const closing = new AbortController();
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const open = async (url: string) => (await import('nodemailer')).createTransport({ url, ...timeouts });
  const transport = config.smtp_url ? open(config.smtp_url) : undefined;

  const send = async (message: MailMessage) => {
    for (let tried = 0; ; tried++) {
      try {
        // As an object: an address is never parsed for several.
        const to = { name: '', address: message.to };
        return await (await transport)?.sendMail({ ...message, to, from: config.mail_from });
      } catch (error) {
        const retryMs = RETRY_MS[tried];
        if (retryMs === undefined || isPermanent(error) || closing.signal.aborted) throw error;
        onFailure(error, retryMs);
        await pause(retryMs, closing.signal);
      }
    }
  };
  const deliver = async (write: () => Promise<MailMessage | undefined>) => {
    // Not before the answer has left this turn.
    await new Promise((resolve) => setImmediate(resolve));
    const message = await write();
    if (message) await send(message);
  };
  return {
    isConfigured: transport !== undefined,
    enqueue: (write) => {
      if (waiting.size >= MAX_QUEUED) return onFailure(new Error('too many mails wait for the mail server'));
      const delivery = deliver(write)
        .catch((error) => onFailure(error))
        .finally(() => waiting.delete(delivery));
      waiting.add(delivery);
    },
    close: async () => {
      closing.abort();
      await Promise.all(waiting);
      (await transport)?.close();
    },
  };
}

/** The mail server has refused it for good, and would do so again. */
function isPermanent(error: unknown): boolean {
  return Number((error as { responseCode?: unknown } | null)?.responseCode ?? 0) >= PERMANENT;
}

async function pauseUntil(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {});
}
