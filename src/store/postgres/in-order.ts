import type { Connection } from './database.ts';

/** A connection that runs statements one after another, in the order of the calls. After an error, all others fail with it. */
export interface OrderedConnection extends Connection {
  /** Waits for the statement that is running. Those that wait are not sent: after the end of a transaction they would take effect. */
  stop(): Promise<void>;
}

export function inOrder(connection: Connection): OrderedConnection {
  let last: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  const afterLast = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(() => {
      if (isStopped) throw new Error('the transaction has ended');
      return work();
    });
    last = result;
    // Each caller gets the error. Nobody waits for the last one alone.
    result.catch(() => {});
    return result;
  };
  return {
    query: (statement) => afterLast(() => connection.query(statement)),
    queryArrays: (statement) => afterLast(() => connection.queryArrays(statement)),
    run: (text, values) => afterLast(() => connection.run(text, values)),
    stop: async () => {
      isStopped = true;
      await last.catch(() => {});
    },
  };
}
