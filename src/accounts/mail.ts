import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
}

export interface Mail {
  /** Whether a mail server is set. */
  isConfigured: boolean;
  /** Writes and sends an email in the background, so that response times do not reveal whether one is sent. */
  enqueue(write: () => Promise<MailMessage | undefined>): void;
  /** Resolves when every email is sent or given up. Emails that wait for a retry are tried once more, immediately. */
  close(): Promise<void>;
}

/** Called for every failed attempt; without `retryMs` the email was given up. */
export type OnFailure = (error: unknown, retryMs?: number) => void;

const TIMEOUT_MS = 10_000;
/** Bounds the memory while the mail server is unavailable. */
const MAX_QUEUED = 1000;
/** Servers with greylisting accept a retry after five minutes or a little more. */
const RETRY_MS = [10_000, 60_000, 5 * 60_000, 15 * 60_000];
const SMTP_PERMANENT = 500;

export function openMail(
  config: Pick<Config, 'smtp_url' | 'mail_from'>,
  onFailure: OnFailure,
  pause: (milliseconds: number, signal: AbortSignal) => Promise<unknown> = pauseUnlessAborted,
): Mail {
  const deliveries = new Set<Promise<void>>();
  const closing = new AbortController();
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const open = async (url: string) => (await import('nodemailer')).createTransport({ url, ...timeouts });
  const transport = config.smtp_url ? open(config.smtp_url) : undefined;

  const send = async (message: MailMessage) => {
    for (let failures = 0; ; failures++) {
      try {
        // As an object: a string would be parsed as a list of addresses.
        const to = { name: '', address: message.to };
        return await (await transport)?.sendMail({ ...message, to, from: config.mail_from });
      } catch (error) {
        const retryMs = RETRY_MS[failures];
        if (retryMs === undefined || isPermanent(error) || closing.signal.aborted) throw error;
        onFailure(error, retryMs);
        await pause(retryMs, closing.signal);
      }
    }
  };
  const deliver = async (write: () => Promise<MailMessage | undefined>) => {
    // Let the response be sent first.
    await new Promise((resolve) => setImmediate(resolve));
    const message = await write();
    if (message) await send(message);
  };
  return {
    isConfigured: transport !== undefined,
    enqueue: (write) => {
      if (deliveries.size >= MAX_QUEUED) return onFailure(new Error('mail queue is full'));
      const delivery = deliver(write)
        .catch((error) => onFailure(error))
        .finally(() => deliveries.delete(delivery));
      deliveries.add(delivery);
    },
    close: async () => {
      closing.abort();
      await Promise.all(deliveries);
      (await transport)?.close();
    },
  };
}

/** SMTP 5xx: the server would refuse a retry as well. */
function isPermanent(error: unknown): boolean {
  return Number((error as { responseCode?: unknown } | null)?.responseCode ?? 0) >= SMTP_PERMANENT;
}

async function pauseUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {});
}
