import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { openMail } from '../../src/accounts/mail.ts';
import { freePort } from '../support/servers/free-port.ts';
import { openMailbox } from '../support/servers/mailbox.ts';
import { until } from '../support/until.ts';

const [TEN_SECONDS, MINUTE] = [10_000, 60_000];
const RETRIES = [TEN_SECONDS, MINUTE, 5 * MINUTE, 15 * MINUTE];
const MESSAGE = { to: 'ada@example.org', subject: 'Hello', text: 'Hello Ada' };

type Pause = NonNullable<Parameters<typeof openMail>[2]>;

/** A mail queue without pauses, and what it reported. */
function open(url: string, pause: Pause = async () => {}) {
  const [failures, retries]: [string[], (number | undefined)[]] = [[], []];
  const onFailure = (error: unknown, retryMs?: number) => {
    failures.push((error as Error).message);
    retries.push(retryMs);
  };
  return { mail: openMail({ smtp_url: url, mail_from: 'ludex@example.org' }, onFailure, pause), failures, retries };
}

const CASES: [name: string, refusals: number[], retries: (number | undefined)[], isSent: boolean][] = [
  ['is accepted', [], [], true],
  ['is deferred once', [451], RETRIES.slice(0, 1), true],
  ['is deferred four times', [451, 421, 450, 452], RETRIES, true],
  ['is deferred every time', [451, 451, 451, 451, 451], [...RETRIES, undefined], false],
  ['is rejected permanently', [550], [undefined], false],
  ['is rejected permanently after it was deferred', [451, 554], [TEN_SECONDS, undefined], false],
];

for (const [name, refusals, retries, isSent] of CASES) {
  test(`an email that ${name} is ${isSent ? 'sent once' : 'given up'}`, async () => {
    const mailbox = await openMailbox();
    mailbox.refusals.push(...refusals);
    const pauses: number[] = [];
    const { mail, retries: reported } = open(mailbox.url, async (milliseconds) => void pauses.push(milliseconds));
    mail.enqueue(async () => MESSAGE);
    await until(() => mailbox.letters.length > 0 || reported.includes(undefined));
    await mail.close();
    assert.deepEqual(
      pauses,
      retries.filter((retryMs) => retryMs !== undefined),
    );
    assert.deepEqual(reported, retries);
    assert.equal(mailbox.letters.length, isSent ? 1 : 0);
    assert.deepEqual(mailbox.refusals, []);
  });
}

test('an email is retried while the mail server is down', async () => {
  const port = await freePort();
  const { promise: opened, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof openMailbox>>>();
  const { mail, retries: reported } = open(`smtp://127.0.0.1:${port}`, async () => resolve(await openMailbox(port)));
  mail.enqueue(async () => MESSAGE);
  assert.match(await (await opened).next(MESSAGE.to), /Hello Ada/);
  await mail.close();
  assert.deepEqual(reported, [TEN_SECONDS]);
});

test('closing retries waiting emails once more', async () => {
  const mailbox = await openMailbox();
  mailbox.refusals.push(451, 451);
  const untilClosed: Pause = (_, signal) => once(signal, 'abort');
  const { mail, retries: reported } = open(mailbox.url, untilClosed);
  for (const to of ['ada@example.org', 'bob@example.org']) mail.enqueue(async () => ({ ...MESSAGE, to }));
  await until(() => reported.length === 2);
  mailbox.refusals.push(451);
  await mail.close();
  assert.equal(mailbox.letters.length, 1);
  assert.deepEqual(reported, [TEN_SECONDS, TEN_SECONDS, undefined]);
});

test('an email that fails while closing is given up', async () => {
  const mailbox = await openMailbox();
  mailbox.refusals.push(451);
  const { mail, retries: reported } = open(mailbox.url);
  mail.enqueue(async () => MESSAGE);
  await mail.close();
  assert.deepEqual(reported, [undefined]);
});

test('the mail queue is bounded', async () => {
  const { mail, failures } = open(`smtp://127.0.0.1:${await freePort()}`);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  for (let i = 0; i < 1002; i++) mail.enqueue(() => released.then(() => undefined));
  assert.deepEqual(failures, Array(2).fill('mail queue is full'));
  release();
  await mail.close();
});
