import type { AccountContext } from './context.ts';
import type { MailMessage } from './mail.ts';
import { TOKEN_HOURS } from './tokens.ts';

type Site = Pick<AccountContext, 'publicUrl'>;

export function confirmSignUpMail({ publicUrl }: Site, to: string, token: string): MailMessage {
  return message(to, 'Confirm your address', [
    `Someone, most likely you, signed up at ${publicUrl} with this address.`,
    `To finish and sign in, open this link:`,
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

/** Plain text. */
function message(to: string, subject: string, paragraphs: readonly string[]): MailMessage {
  return { to, subject: `Ludex: ${subject}`, text: `${paragraphs.join('\n\n')}\n` };
}
