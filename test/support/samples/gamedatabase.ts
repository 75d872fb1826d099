/** The tested fields of a GameDataBase row. */
export interface RowSketch {
  title: string;
  exact?: string;
  screen?: string;
  screenExact?: string;
  id?: string;
  region?: string;
  date?: string;
  developer?: string;
  publisher?: string;
  tags?: string;
  md5?: string;
  sha1?: string;
}

const HEAD =
  'Title,Title (exact),Title screen,Title screen (exact),ID,Region,Release date,Developer,Publisher,Tags,MD5,SHA1,SHA256,SHA512';

/** A file as the source publishes it. */
export function csvOf(rows: readonly RowSketch[]): string {
  return `${[HEAD, ...rows.map(toCells)].join('\n')}\n`;
}

function toCells(row: RowSketch): string {
  const { title, exact = '=', screen = title, screenExact = '=', id = title.toLowerCase().replace(/\W/g, '') } = row;
  const { region = 'USA', date = '', developer = 'Acme', publisher = 'Acme', tags = '', md5 = '', sha1 = '' } = row;
  const cells = [title, exact, screen, screenExact, id, region, date, developer, publisher, tags, md5, sha1, '', ''];
  return cells.join();
}
