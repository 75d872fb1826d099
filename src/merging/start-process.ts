import { fork } from 'node:child_process';
import { threadFile } from '../threads.ts';

/** Runs a module in a process of its own, which ends when this one does. It gets the request and sends messages. */
export function startProcess<Message>(
  name: string,
  from: string,
  request: object,
  onMessage: (message: Message) => void,
): { ended: Promise<string>; stop(): void } {
  const child = fork(threadFile(name, from), {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  child.on('message', (message) => onMessage(message as Message));
  child.once('error', (error) => resolve(error.message));
  child.once('exit', (code, signal) => resolve(`the process ended with ${signal ?? code}`));
  child.send(request, () => {});
  child.unref();
  child.channel?.unref();
  const stop = () => {
    if (child.connected) child.disconnect();
  };
  return { ended, stop };
}
