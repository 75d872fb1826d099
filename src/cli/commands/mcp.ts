import { serveMcp } from '../../server/mcp.ts';
import { withAsk } from '../kit/answers.ts';
import type { Input } from '../kit/command.ts';

/** An assistant is told to wait rather than kept waiting. */
const MAX_WAIT_SECONDS = 5;

export function mcp(input: Input): Promise<void> {
  return withAsk(input, serveMcp, MAX_WAIT_SECONDS);
}
