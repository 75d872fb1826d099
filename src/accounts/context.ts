import type { Config } from '../config.ts';
import type { Store } from '../store/store.ts';
import type { Mail } from './mail.ts';
import type { Secret } from './secret.ts';

export interface AccountContext {
  config: Config;
  publicUrl: string;
  store: Store;
  secret: Secret;
  mail: Mail;
  clock: () => number;
}
