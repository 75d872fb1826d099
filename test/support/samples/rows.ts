import type { GameToStore } from '../../../src/store/catalog-rows.ts';
import type { StoredKey } from '../../../src/store/service-tables.ts';

/** A game as an import stores it. */
export function storedGame(gameId: number, own: Partial<GameToStore> = {}): GameToStore {
  const texts = { title: 'T', names: 't', hash: 'h', provenance: '{}', card: '{}', record: '{}' };
  return { gameId, modifiedAt: 1, facets: new Uint32Array(9), ...texts, ...own };
}

/** A key without limits of its own. */
export function storedKey(accountId: number, digest = 'd'): Omit<StoredKey, 'keyId'> {
  const bytes = { digest: Buffer.from(digest), encrypted: Buffer.from([0, 255, 1]) };
  return { accountId, name: 'k', createdAt: 1, ...bytes, expiresAt: null, perHour: null, perSecond: null };
}
