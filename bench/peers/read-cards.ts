import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Game } from '../../src/catalog/model/resources.ts';

const PUBLIC_URL = 'http://localhost:8080';

/** The games of a data folder as the API answers them. A card begins with the version of its generated cover. */
export function* readCards(data: string): Generator<Game> {
  const database = new DatabaseSync(join(data, 'catalog.db'), { readOnly: true });
  for (const row of database.prepare('SELECT card FROM cards ORDER BY game_id').iterate()) {
    const card = String(row.card);
    yield JSON.parse(card.slice(card.indexOf('{')).replaceAll('\u0001', PUBLIC_URL)) as Game;
  }
  database.close();
}
