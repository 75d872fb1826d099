/** A value that is there already, or will be. Small requests do not wait for what is there: promises would be much of their cost. */
export type MaybePromise<T> = T | Promise<T>;

/** Calls the function with the value: at once if it is there. */
export function whenReady<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
