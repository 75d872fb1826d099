import { createInterface } from 'node:readline';
import type { Ask } from '../api/ask.ts';
import { answerMessage } from '../api/mcp/protocol.ts';
import { AppError } from '../errors.ts';

/** Answers the messages of the Model Context Protocol on standard input, one per line, until it ends. */
export async function serveMcp(ask: Ask): Promise<void> {
  // Any error is told to the client: nobody reads a log.
  const withReason: Ask = (path, body) =>
    ask(path, body).catch((error: Error) => {
      throw error instanceof AppError ? error : new AppError('unavailable', error.message);
    });
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const { response } = await answerMessage(Buffer.from(line), withReason);
    if (response) process.stdout.write(`${JSON.stringify(response)}\n`);
  }
}
