import { once } from 'node:events';
import { mediaFolder } from '../../src/config.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';
import { loadSharp } from '../../src/pictures/sharp.ts';
import { endChild, runNode, startNode } from '../children.ts';
import type { Copied } from '../prepare.ts';
import { startServer } from '../server.ts';
import type { Servers } from './compare.ts';

export const SERVER_CORE = 0;

export interface ServerOptions {
  profile?: string | undefined;
  withNaive?: boolean;
}

/** One plan whose limit is never reached, and one that is used up after the first request. Pages are asked for from one address. */
const LIMITS = {
  LUDEX_FREE_PER_HOUR: '100000000',
  LUDEX_FREE_PER_SECOND: 'none',
  LUDEX_COMMERCIAL_PER_HOUR: '1',
  LUDEX_SITE_PER_SECOND: 'none',
};

/** Ludex with one thread and default settings except the limits of these keys, and the naive server over the same data. */
export async function startServers(
  { data, key }: Copied,
  { profile, withNaive = false }: ServerOptions,
): Promise<Servers & { end(): Promise<void> }> {
  const keys = { unlimited: key, counted: await addKey(data, 'free'), usedUp: await addKey(data, 'commercial') };
  const ludex = await startServer({ data, threads: 1, profile, core: SERVER_CORE, settings: LIMITS });
  const naive = withNaive ? await startNaive(data) : undefined;
  const thumbnail = await addPicture(data);
  return { ludex, naive, keys, thumbnail, end: async () => void (await Promise.all([ludex.end(), naive?.end()])) };
}

/** The path of the thumbnail of a picture, which generated catalogs lack. */
async function addPicture(data: string): Promise<string> {
  const sharp = await loadSharp();
  const noise = { type: 'gaussian', mean: 128, sigma: 32 } as const;
  const small = sharp({ create: { width: 64, height: 48, channels: 3, background: '#000', noise } });
  const pictures = openPictureStore(mediaFolder({ data }));
  const { thumbnail_image } = await pictures.add(await small.resize(640, 480).png().toBuffer());
  await pictures.close();
  return thumbnail_image;
}

async function addKey(data: string, plan: string): Promise<string> {
  const email = `${plan}-${Date.now()}@example.org`;
  return (await runNode(['src/main.ts', 'account', 'add', email, '--plan', plan, '--data', data])).stdout;
}

async function startNaive(data: string) {
  const child = startNode(
    ['bench/peers/naive-server.ts', data],
    ['ignore', 'ignore', 'inherit', 'ipc'],
    {},
    SERVER_CORE,
  );
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { pid: child.pid as number, port, end: () => endChild(child) };
}
