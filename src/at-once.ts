/** A value that is there already, or will be. Small requests do not wait for what is there: promises would be much of their cost. */
export type MaybePromise<T> = T | Promise<T>;

/** Calls the function with the value: at once if it is there. */
export function whenReady<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** The result of the work, or what `onError` makes of its error, whether it is thrown at once or later. */
export function orElse<T>(work: () => MaybePromise<T>, onError: (error: unknown) => T): MaybePromise<T> {
  try {
    const result = work();
    return result instanceof Promise ? result.catch(onError) : result;
  } catch (error) {
    return onError(error);
  }
}
