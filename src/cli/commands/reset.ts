import { text } from 'node:stream/consumers';
import { getAccount } from '../../accounts/accounts.ts';
import { makeResetToken, setPassword } from '../../accounts/change-password.ts';
import { findPasswordProblem } from '../../accounts/passwords.ts';
import { OperatorError } from '../../errors.ts';
import type { Input } from '../kit/command.ts';
import { printLink, withAccounts } from '../kit/with-accounts.ts';

export function accountReset({ config, args, switches }: Input): Promise<void> {
  return withAccounts(config, async (context) => {
    const account = await getAccount(context.store.accounts, args[0] as string);
    if (!switches.has('stdin')) {
      return printLink(context, `/reset?token=${await makeResetToken(context, account, false)}`);
    }
    // The line end is not part of the password.
    const password = (await text(process.stdin)).replace(/\r?\n$/, '');
    const problem = findPasswordProblem(password, account.email);
    if (problem) throw new OperatorError(`This password cannot be used. ${problem}`);
    await setPassword(context, account, password);
  });
}
