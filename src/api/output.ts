import { FORMATS, type Format, renderGames, renderShortList } from '../catalog/catalog.ts';
import type { Game } from '../catalog/model/resources.ts';
import { INCLUDES, type Include, renderGamesWith, STORED_APART } from '../catalog/render/included.ts';
import { originalBrief, withMatchedTitle } from '../catalog/render/original.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { invalid, type Parameter, type Parameters, parseParameters, type Query, type Values } from './parameters.ts';
import { type EndpointResult, jsonList } from './response.ts';
import { API_PREFIX, type ApiRequest } from './route.ts';

const INCLUDE = {
  type: 'names',
  values: INCLUDES,
  help: 'More data of each game, as a comma list; implies `format=normal`',
} as const satisfies Parameter;

/** The parameters of every endpoint that returns games: how much of each. */
export function outputParameters<F extends Format>(fallback: F) {
  const help = 'Output format: ids only, minimal data, or all major information';
  return { format: { type: 'choice', values: FORMATS, fallback, help }, include: INCLUDE } as const;
}

export type Output = Values<ReturnType<typeof outputParameters>>;

/** Parses the parameters of an endpoint that returns games. */
export function parseOutput<P extends Parameters & ReturnType<typeof outputParameters>>(
  parameters: P,
  query: Query,
): Values<P> & Output {
  const asked = query.has('include') && !query.has('format') ? new Map(query).set('format', ['normal']) : query;
  const values = parseParameters(parameters, asked) as Values<P> & Output;
  if (values.include.length > 0 && values.format !== 'normal') {
    throw invalid('include needs format=normal.');
  }
  return values;
}

/** For the key of the response. Lists of files, and names and licences of sources, may change without a change of the game. */
export function outputKey({ format, include }: Output, { revision }: Snapshot): string {
  if (include.length === 0) return format;
  return `${format} ${include.join()} ${include.some((name) => STORED_APART.includes(name)) ? revision : ''}`;
}

/** The games at these positions as JSON. With `include` there may be fewer: the first ones that are not too large together. */
export function renderOutput(
  { app, snapshot }: Pick<ApiRequest, 'app' | 'snapshot'>,
  positions: ArrayLike<number>,
  { format, include }: Output,
): Promise<(Buffer | string)[]> {
  if (include.length > 0) return renderGamesWith(app.catalog, snapshot, positions, include);
  if (format === 'normal') return renderGames(app.catalog, snapshot, positions);
  return Promise.resolve(
    Array.from(positions, (position) => renderShortList(app.catalog, snapshot, [position], format)),
  );
}

/** One game. */
export async function gameBody(request: ApiRequest, position: number, output: Output): Promise<Buffer> {
  const [game] = await renderOutput(request, [position], output);
  return typeof game === 'string' ? Buffer.from(game) : (game as Buffer);
}

/**
 * The list of the games at these positions. If it is cut, `linkToRest` returns the headers of a list with that many games.
 * `title` is the text that the games were found by, if that changes how they are shown.
 */
export function gamesBody(
  request: ApiRequest,
  positions: ArrayLike<number>,
  output: Output,
  linkToRest: (length: number) => Record<string, string>,
  title?: string,
): Pick<EndpointResult, 'body' | 'mayBeCut'> {
  const { format } = output;
  const { app, snapshot } = request;
  const isTitled = title !== undefined && format !== 'id';
  if (format !== 'normal' && !isTitled)
    return { body: () => jsonList('games', [renderShortList(app.catalog, snapshot, positions, format)]) };
  const body = async () => {
    const games = await renderOutput(request, positions, isTitled ? { ...output, format: 'normal' } : output);
    const bytes = jsonList('games', isTitled ? games.map((game) => withTitle(game, format, title)) : games);
    return games.length < positions.length ? { bytes, headers: linkToRest(games.length) } : bytes;
  };
  return output.include.length === 0 ? { body } : { body, mayBeCut: true };
}

function withTitle(rendered: Buffer | string, format: Output['format'], title: string): string {
  const game = withMatchedTitle(JSON.parse(rendered.toString()) as Game, title);
  return JSON.stringify(format === 'brief' ? originalBrief(game) : game);
}

/** For lists without an offset: a link to the rest of the games by their ids. */
export function linkByIds(
  { app, snapshot }: ApiRequest,
  positions: ArrayLike<number>,
  include: readonly Include[],
): (length: number) => Record<string, string> {
  return (length) => {
    const ids = Array.from(positions, (position) => snapshot.ids[position]).slice(length);
    const search = [...ids.map((id) => `id=${id}`), `include=${include.join()}`].join('&');
    return { link: `<${app.publicUrl}${API_PREFIX}/games?${search}>; rel="next"` };
  };
}
