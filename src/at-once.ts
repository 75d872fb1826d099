/** A value that is there already, or will be. Awaiting one that is there would cost a small request a tenth of its time. */
export type MaybePromise<T> = T | Promise<T>;

/** Calls the function with the value: at once if it is there. */
export function whenReady<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
