import type { AccountContext } from './context.ts';
import type { MailMessage } from './mail.ts';
import { TOKEN_HOURS } from './tokens.ts';

type Site = Pick<AccountContext, 'publicUrl'>;

export function confirmSignUpMail({ publicUrl }: Site, to: string, token: string): MailMessage {
  return message(to, 'Confirm your address', [
    `Somebody, most likely you, signed up at ${publicUrl} with this address.`,
    `To finish, open this link and enter the password that you chose:`,
    `${publicUrl}/verify?token=${token}`,
    `The link works once, for ${TOKEN_HOURS.verify} hours. If it was not you, do nothing: then there will be no account.`,
  ]);
}

export function accountExistsMail({ publicUrl }: Site, to: string): MailMessage {
  return message(to, 'You have an account already', [
    `Somebody, most likely you, wanted to use this address at ${publicUrl}, where it has an account already.`,
    `Sign in: ${publicUrl}/signin`,
    `If you have forgotten your password: ${publicUrl}/reset`,
    'If it was not you, do nothing: nothing has changed.',
  ]);
}

export function resetPasswordMail({ publicUrl }: Site, to: string, token: string): MailMessage {
  return message(to, 'Set a new password', [
    `Somebody, most likely you, asked for a new password at ${publicUrl}.`,
    `Set it here:`,
    `${publicUrl}/reset?token=${token}`,
    `The link works once, for ${TOKEN_HOURS.reset} hours. If it was not you, do nothing: your password stays as it is.`,
  ]);
}

export function confirmNewEmailMail({ publicUrl }: Site, to: string, token: string): MailMessage {
  return message(to, 'Confirm your new address', [
    `Somebody, most likely you, wants to use this address for an account at ${publicUrl}.`,
    `To confirm it, sign in and open this link:`,
    `${publicUrl}/profile/email?token=${token}`,
    `The link works once, for ${TOKEN_HOURS.email} hours. If it was not you, do nothing.`,
  ]);
}

export function emailChangedMail({ publicUrl }: Site, to: string, email: string): MailMessage {
  return message(to, 'Your address was changed', [
    `Your account at ${publicUrl} now belongs to the address ${email}. This is the last mail to the old one.`,
    'If it was not you, tell the operator of the site at once.',
  ]);
}

export function passwordChangedMail({ publicUrl }: Site, to: string): MailMessage {
  return message(to, 'Your password was changed', [
    `The password of your account at ${publicUrl} was changed, and everybody else was signed out.`,
    `If it was not you, set another one: ${publicUrl}/reset`,
  ]);
}

export function answerMail({ publicUrl }: Site, to: string, answer: string): MailMessage {
  return message(to, 'An answer to your message', [
    `The operator of ${publicUrl} has answered your message:`,
    answer,
    `You find it in your profile, too: ${publicUrl}/profile`,
  ]);
}

/** Plain text, one thought a paragraph. */
function message(to: string, subject: string, paragraphs: readonly string[]): MailMessage {
  return { to, subject: `Ludex: ${subject}`, text: `${paragraphs.join('\n\n')}\n` };
}
