import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { TOKEN_HOURS } from './tokens.ts';

interface MailMessage {
  to: string;
  subject: string;
  text: string;
}

export type Mail = ReturnType<typeof openMail>;

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
) {
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
    /** Writes and sends an email in the background, so that response times do not reveal whether one is sent. */
    enqueue: (write: () => Promise<MailMessage | undefined>): void => {
      if (deliveries.size >= MAX_QUEUED) {
        onFailure(new Error('mail queue is full'));
        return;
      }
      const delivery = deliver(write)
        .catch((error) => onFailure(error))
        .finally(() => deliveries.delete(delivery));
      deliveries.add(delivery);
    },
    /** Resolves when every email is sent or given up. Emails that wait for a retry are tried once more, immediately. */
    close: async (): Promise<void> => {
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

interface Site {
  publicUrl: string;
}

export function confirmSignUpMail({ publicUrl }: Site, to: string, token: string): MailMessage {
  return message(to, 'Confirm your address', [
    `Someone, most likely you, signed up at ${publicUrl} with this address.`,
    `To choose a password and sign in, open this link:`,
    `${publicUrl}/verify?token=${token}`,
    `The link works once, for ${TOKEN_HOURS.verify} hours. If this was not you, ignore this email: no account will be created.`,
  ]);
}

export function accountExistsMail({ publicUrl }: Site, to: string): MailMessage {
  return message(to, 'You already have an account', [
    `Someone, most likely you, tried to use this address at ${publicUrl}. It already has an account.`,
    `Sign in: ${publicUrl}/signin`,
    `Forgot your password? ${publicUrl}/reset`,
    'If this was not you, ignore this email: nothing has changed.',
  ]);
}

export function recentlyDeletedMail({ publicUrl }: Site, to: string): MailMessage {
  return message(to, 'Please sign up again tomorrow', [
    `Someone, most likely you, tried to sign up with this address at ${publicUrl}.`,
    'The account of this address was deleted less than a day ago. You can sign up again a day after that.',
    'If this was not you, ignore this email: nothing has changed.',
  ]);
}

export function resetPasswordMail({ publicUrl }: Site, to: string, token: string): MailMessage {
  return message(to, 'Set a new password', [
    `Someone, most likely you, asked to reset the password of your account at ${publicUrl}.`,
    `Set a new password:`,
    `${publicUrl}/reset?token=${token}`,
    `The link works once, for ${TOKEN_HOURS.reset} hours. If this was not you, ignore this email: your password stays the same.`,
  ]);
}

export function confirmNewEmailMail({ publicUrl }: Site, to: string, token: string): MailMessage {
  return message(to, 'Confirm your new address', [
    `Someone, most likely you, wants to use this address for an account at ${publicUrl}.`,
    `To confirm, sign in and open this link:`,
    `${publicUrl}/profile/email?token=${token}`,
    `The link works once, for ${TOKEN_HOURS.email} hours. If this was not you, ignore this email.`,
  ]);
}

export function emailChangedMail({ publicUrl }: Site, to: string, email: string): MailMessage {
  return message(to, 'Your email address was changed', [
    `The email address of your account at ${publicUrl} is now ${email}. This is the last email to the old address.`,
    'If this was not you, contact the operator of the site now.',
  ]);
}

export function passwordChangedMail({ publicUrl }: Site, to: string): MailMessage {
  return message(to, 'Your password was changed', [
    `The password of your account at ${publicUrl} was changed. All other browsers were signed out.`,
    `If this was not you, reset it now: ${publicUrl}/reset`,
  ]);
}

export function answerMail({ publicUrl }: Site, to: string, answer: string): MailMessage {
  return message(to, 'An answer to your message', [
    `The operator of ${publicUrl} has answered your message:`,
    answer,
    `The answer is also on your profile page: ${publicUrl}/profile`,
  ]);
}

function message(to: string, subject: string, paragraphs: readonly string[]): MailMessage {
  return { to, subject: `Ludex: ${subject}`, text: `${paragraphs.join('\n\n')}\n` };
}
