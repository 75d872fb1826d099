import type { IncomingHttpHeaders } from 'node:http';
import { VERSION } from '../../version.ts';
import { type Ask, askEndpoints } from '../ask.ts';
import { isObject } from '../parameters.ts';
import { json } from '../response.ts';
import type { Endpoint } from '../route.ts';
import { callTool, findTool, listTools } from './tools.ts';

/** Revisions of the Model Context Protocol whose requests tell their version themselves, and those that begin with `initialize`. */
const MODERN = ['2026-07-28'];
const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const VERSIONS = [...MODERN, ...LEGACY];

/** Errors of JSON-RPC, and two of the protocol. */
const NOT_JSON = -32700;
const NO_REQUEST = -32600;
const UNKNOWN_METHOD = -32601;
const BAD_PARAMETERS = -32602;
const HEADER_MISMATCH = -32020;
const UNKNOWN_VERSION = -32022;

class ProtocolError extends Error {
  /** Of HTTP. Older clients read errors of methods only from 200. */
  readonly status: number;
  readonly error: object;

  constructor(status: number, code: number, message: string, data?: object) {
    super(message);
    this.status = status;
    this.error = { code, message, data };
  }
}

const SERVER = { name: 'ludex', title: 'Ludex', version: VERSION };
const ABOUT = {
  capabilities: { tools: {} },
  instructions:
    'A catalog of video games: search_games finds games, get_game and list_releases tell more about one by its game_id, and ' +
    'identify_files finds the game of a file. Any property may be null, and any list empty: the catalog then does not know it.',
};
const CACHEABLE = { ttlMs: 3_600_000, cacheScope: 'public' };

type Fields = Readonly<Record<string, unknown>>;

interface Message {
  /** Undefined for a notification. */
  id: unknown;
  method: string;
  params: Fields;
}

/** Answers one message with a JSON-RPC response, or a notification with none. `headers` are those of HTTP. */
export async function answerMessage(
  bytes: Buffer,
  ask: Ask,
  headers?: IncomingHttpHeaders,
): Promise<{ status: number; response?: object }> {
  let id: unknown = null;
  try {
    const message = parseMessage(bytes);
    if (message.id === undefined) return { status: 202 };
    id = message.id;
    const isModern = isModernRequest(message, headers);
    const found = await resultOf(message, ask, isModern);
    const envelope = { resultType: 'complete', _meta: { [`${META}serverInfo`]: SERVER } };
    return { status: 200, response: { jsonrpc: '2.0', id, result: isModern ? { ...envelope, ...found } : found } };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { status: error.status, response: { jsonrpc: '2.0', id, error: error.error } };
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function parseMessage(bytes: Buffer): Message {
  let message: unknown;
  try {
    message = JSON.parse(strictUtf8.decode(bytes));
  } catch {
    throw new ProtocolError(400, NOT_JSON, 'A message must be JSON in UTF-8.');
  }
  if (Array.isArray(message)) throw new ProtocolError(400, NO_REQUEST, 'Send one message at a time, not a batch.');
  const { jsonrpc, id, method, params = {} } = isObject(message) ? message : ({} as Fields);
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isObject(params))
    throw new ProtocolError(
      400,
      NO_REQUEST,
      'A message must have "jsonrpc": "2.0" and a method; params are an object.',
    );
  if (id !== undefined && typeof id !== 'string' && !Number.isInteger(id))
    throw new ProtocolError(400, NO_REQUEST, 'The id of a request must be a string or an integer.');
  return { id, method, params };
}

const META = 'io.modelcontextprotocol/';

/** Whether the request tells its version itself. Its headers then repeat parts of it, for proxies. */
function isModernRequest({ method, params }: Message, headers: IncomingHttpHeaders | undefined): boolean {
  const meta = isObject(params._meta) ? params._meta : {};
  const [own, capabilities] = [meta[`${META}protocolVersion`], meta[`${META}clientCapabilities`]];
  const requested = String(own ?? headers?.['mcp-protocol-version'] ?? LEGACY[0]);
  if (!VERSIONS.includes(requested)) {
    const known = { supported: VERSIONS, requested };
    throw new ProtocolError(400, UNKNOWN_VERSION, `This server speaks the versions ${VERSIONS.join(', ')}.`, known);
  }
  if (!MODERN.includes(requested)) return false;
  if (own === undefined || !isObject(capabilities))
    throw new ProtocolError(
      400,
      BAD_PARAMETERS,
      `_meta must have ${META}protocolVersion and ${META}clientCapabilities.`,
    );
  const name = method === 'tools/call' ? { 'mcp-name': params.name } : {};
  const repeated = { 'mcp-protocol-version': own, 'mcp-method': method, ...name };
  const wrong = Object.entries(repeated).find(([header, value]) => headers && headers[header] !== value);
  if (wrong) throw new ProtocolError(400, HEADER_MISMATCH, `The header ${wrong[0]} must be as in the message.`);
  return true;
}

async function resultOf({ method, params }: Message, ask: Ask, isModern: boolean): Promise<object> {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: LEGACY.find((version) => version === params.protocolVersion) ?? LEGACY[0],
        serverInfo: SERVER,
        ...ABOUT,
      };
    case 'server/discover':
      return { supportedVersions: VERSIONS, ...ABOUT, ...CACHEABLE };
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: listTools(), ...(isModern && CACHEABLE) };
    case 'tools/call':
      return callNamed(params, ask);
    default: {
      const problem = `There is no method ${JSON.stringify(method)}; this server has tools only.`;
      throw new ProtocolError(isModern ? 404 : 200, UNKNOWN_METHOD, problem);
    }
  }
}

async function callNamed({ name, arguments: args = {} }: Fields, ask: Ask): Promise<object> {
  const tool = findTool(name);
  if (!tool)
    throw new ProtocolError(
      200,
      BAD_PARAMETERS,
      `There is no tool ${JSON.stringify(name)}; tools/list has all of them.`,
    );
  if (!isObject(args)) throw new ProtocolError(200, BAD_PARAMETERS, 'The arguments of a tool must be an object.');
  return callTool(tool, args, ask);
}

export const MCP_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '',
    isRaw: true,
    // A client connects with up to four messages, and an assistant asks several things at once.
    burstMs: 8000,
    handle: async (request) => {
      const { status, response } = await answerMessage(request.body as Buffer, askEndpoints(request), request.headers);
      return { cacheKey: undefined, status, body: () => (response ? json(response) : Buffer.alloc(0)) };
    },
  },
];
