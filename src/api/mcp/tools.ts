import { AppError, ERRORS } from '../../errors.ts';
import type { Ask } from '../ask.ts';
import type { Parameter } from '../parameters.ts';
import type { Route } from '../route.ts';
import { ROUTES } from '../routes.ts';

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
    const answer = await ask(...toRequest(tool, args));
    return { content: [{ type: 'text', text: await answer.text() }] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { content: [{ type: 'text', text: error.message || ERRORS[error.kind].error }], isError: true };
  }
}

function toRequest(tool: Tool, sent: Arguments): Parameters<Ask> {
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
  if (route.body) return [route.path, args];
  const sort = route.operation === 'listGames' ? { sort: '-notability' } : {};
  let { path } = route;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...tool.defaults, ...sort, ...args })) {
    const texts = toTexts(name, value);
    path = path.replace(`{${name}}`, () => encodeURIComponent(texts.join()));
    if (name in route.parameters) for (const text of texts) query.append(name, text);
  }
  return [`${path}?${query}`];
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
