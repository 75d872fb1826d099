import { AppError, ERRORS } from '../../errors.ts';
import type { Parameter, Query } from '../parameters.ts';
import { API_PREFIX, type ApiRequest, type Route } from '../route.ts';
import { ROUTES } from '../routes.ts';

/** A request to /v1 that a tool makes. */
export interface ToolRequest {
  route: Route;
  path: Record<string, string>;
  query: Query;
  body?: object;
}

/** Sends the request, and returns the body of the response or throws an error whose message says what is wrong. */
export type Ask = (request: ToolRequest) => Promise<string>;

type Arguments = Readonly<Record<string, unknown>>;

/** A tool is a request to /v1: its arguments are the parameters of that endpoint, and its result is the response. */
interface Tool {
  name: string;
  title: string;
  description: string;
  /** The operation of /v1. */
  operation(args: Arguments): string;
  /** Names of the arguments. */
  takes: string;
  required?: readonly string[];
  /** Arguments that are not given. */
  defaults?: Arguments;
}

const TOOLS: readonly Tool[] = [
  {
    name: 'search_games',
    title: 'Search games',
    description:
      'Find video games by words of the title (q), by filters, or both. Without q the best known games come first. ' +
      'Returns 10 games, or as many as limit says. Filters take ids, which look_up_ids finds.',
    operation: ({ q }) => (q === undefined ? 'listGames' : 'searchGames'),
    takes:
      'q platform genre group company role country year year_from year_to product_code external_id has exclude match sort limit offset',
    defaults: { limit: 10 },
  },
  {
    name: 'get_game',
    title: 'Get a game',
    description:
      'Tell about one game: titles, description, genres, platforms, companies, series, ids elsewhere, pictures.',
    operation: () => 'getGame',
    takes: 'game_id include',
    required: ['game_id'],
    defaults: { include: ['groups', 'companies', 'ids'] },
  },
  {
    name: 'list_releases',
    title: 'List releases of a game',
    description:
      'List the releases of a game with dates, countries, companies and product codes, on one platform or on all.',
    operation: ({ platform_id }) => (platform_id === undefined ? 'getGame' : 'getPlatformDetails'),
    takes: 'game_id platform_id',
    required: ['game_id'],
    defaults: { include: ['details'] },
  },
  {
    name: 'identify_files',
    title: 'Identify files',
    description: 'Tell which game, platform and release files belong to, by their hashes; up to 100 files at once.',
    operation: () => 'listFileMatches',
    takes: 'files',
    required: ['files'],
  },
  {
    name: 'look_up_ids',
    title: 'Look up ids',
    description: 'Find ids of platforms, companies, series and games by a name or its beginning, such as mega drive.',
    operation: () => 'suggest',
    takes: 'q',
    required: ['q'],
  },
];

/** What `tools/list` returns. */
export function listTools(): object[] {
  return TOOLS.map((tool) => {
    const { name, title, description, required = [] } = tool;
    const properties = Object.fromEntries(namesOf(tool).map((name) => [name, argumentSchema(tool, name)]));
    const inputSchema = { type: 'object', properties, required, additionalProperties: false };
    return { name, title, description, inputSchema, annotations: { readOnlyHint: true, openWorldHint: false } };
  });
}

function namesOf({ takes }: Tool): string[] {
  return takes.split(' ');
}

export function findTool(name: unknown): Tool | undefined {
  return TOOLS.find((tool) => tool.name === name);
}

/** The result of `tools/call`. What is wrong with the arguments is a result, too: a model reads it and tries again. */
export async function callTool(tool: Tool, args: Arguments, ask: Ask): Promise<object> {
  try {
    return { content: [{ type: 'text', text: await ask(toRequest(tool, args)) }] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { content: [{ type: 'text', text: error.message || ERRORS[error.kind].error }], isError: true };
  }
}

/** Answers a request of a tool with the endpoint itself. */
export function askEndpoint(context: Pick<ApiRequest, 'app' | 'snapshot' | 'headers'>): Ask {
  return async ({ route, ...asked }) => {
    const { body } = await route.handle({ ...context, ...asked, url: API_PREFIX + urlOf({ route, ...asked }) });
    const made = await body();
    return String(Buffer.isBuffer(made) ? made : made.bytes);
  };
}

/** The path below /v1 and the query of a request. */
export function urlOf({ route, path, query }: ToolRequest): string {
  const search = new URLSearchParams(
    [...query].flatMap(([name, values]) => values.map((value): [string, string] => [name, value])),
  );
  const own = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  return `${own}${search.size > 0 ? `?${search}` : ''}`;
}

function toRequest(tool: Tool, sent: Arguments): ToolRequest {
  // Some models send null for what they leave out.
  const args = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
  const names = namesOf(tool);
  const unknown = Object.keys(args).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new AppError(
      'invalidValue',
      `${tool.name} has no argument ${JSON.stringify(unknown)}; there are ${names.join(', ')}.`,
    );
  const missing = tool.required?.find((name) => args[name] === undefined);
  if (missing !== undefined) throw new AppError('badParameters', `${missing} is required.`);
  const route = findRoute(tool.operation(args));
  if (route.body) return { route, path: {}, query: new Map(), body: args };
  const sort = route.operation === 'listGames' ? { sort: '-notability' } : {};
  const path: Record<string, string> = {};
  const query: Query = new Map();
  for (const [name, value] of Object.entries({ ...tool.defaults, ...sort, ...args })) {
    if (route.path.includes(`{${name}}`)) path[name] = toTexts(name, value).join();
    else if (name in route.parameters) query.set(name, toTexts(name, value));
  }
  return { route, path, query };
}

/** As they would be in a query, whose parser says what is wrong with them. */
function toTexts(name: string, value: unknown): string[] {
  const texts = [value].flat();
  if (texts.every((text) => typeof text === 'string' || typeof text === 'number')) return texts.map(String);
  throw new AppError('badParameters', `${name} must be a text, a number, or a list of them.`);
}

function findRoute(operation: string): Route {
  return ROUTES.find((route) => route.operation === operation) as Route;
}

const HASH = { type: 'string', description: 'In hexadecimal digits' };

/** Arguments that are no parameters. */
const SCHEMAS: Readonly<Record<string, object>> = {
  game_id: { type: 'integer', description: 'Id of a game, from search_games or identify_files' },
  platform_id: { type: 'integer', description: 'Id of a platform of the game' },
  files: {
    type: 'array',
    items: {
      type: 'object',
      properties: { sha1: HASH, md5: HASH, crc: HASH, size: { type: 'integer', description: 'In bytes' } },
    },
    description: 'Files with at least one hash each, and the size if it is known',
  },
};

function argumentSchema({ operation }: Tool, name: string): object {
  const own = SCHEMAS[name];
  if (own) return own;
  // `sort` has one more value with a text.
  const { type, help, ...more } = findRoute(operation({ q: '' })).parameters[name] as Parameter;
  const one =
    'values' in more
      ? { type: 'string', enum: more.values }
      : { type: type.includes('integer') ? 'integer' : 'string' };
  // The types of several values end with an s.
  return { ...(type.endsWith('s') ? { type: 'array', items: one } : one), description: help };
}
