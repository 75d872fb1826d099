import { type IncomingMessage, type ServerResponse, STATUS_CODES, validateHeaderValue } from 'node:http';
import { isApiUrl } from '../api/apis.ts';
import { findKnownCaller } from '../api/caller.ts';
import { type ApiCall, BUSY_RESPONSE, createApiHandler, type RequestHead } from '../api/handler.ts';
import { type ApiResponse, withProblem } from '../api/response.ts';
import { API_PREFIX } from '../api/route.ts';
import type { App } from '../app.ts';
import { type MaybePromise, whenReady } from '../at-once.ts';
import { ERRORS } from '../errors.ts';
import { networkOf } from '../network.ts';
import type { Admission } from './admission.ts';
import { KEEP_ALIVE_MS, type Timeouts } from './connections.ts';
import type { RequestFacts, RequestTracker } from './requests.ts';

/** How long the calls of a key that is over its quota count as visits. */
const OVER_QUOTA_MS = 1000;
/** Bounds the memory. */
const MAX_OVER_QUOTA = 1000;
/** A visit that takes longer waits for the store. */
const VISIT_MS = 50;

export function openApiServer(
  app: App,
  requests: RequestTracker,
  admission: Admission,
  { stalledMs }: Pick<Timeouts, 'stalledMs'>,
) {
  const api = createApiHandler(app);
  /** When keys were over their quota, by id. */
  const overQuota = new Map<number, number>();
  return {
    /** Answers a request if it is to an API; returns whether it is. */
    serve: (request: IncomingMessage, response: ServerResponse): boolean => {
      const url = withoutOrigin(request.url ?? '/');
      if (!isApiUrl(url)) return false;
      const call = api.openCall(asked(request, url), request);
      serveCall(call, (facts) => openNodeWriter(requests, request, response, facts));
      return true;
    },
    /** Answers a request to an API, without Node's response. `done` is called when that was sent, or could not be. */
    serveDirect: (request: RequestHead, done: () => void): void => {
      const call = api.openCall(asked(request, request.url ?? '/'));
      serveCall(call, (facts) => openSocketWriter(requests, request, stalledMs, done, facts));
    },
  };

  function asked(request: RequestHead, url: string) {
    return { request, url, requestId: requests.nextId(), network: () => networkOf(requests.addressOf(request)) };
  }

  function serveCall(call: ApiCall, openWriter: (facts: () => RequestFacts) => WriteResponse): void {
    let response: ApiResponse | undefined;
    const write = openWriter(() => factsOf(call, response as ApiResponse));
    const send = (answer: ApiResponse) => {
      const isOwn = call.path.startsWith(API_PREFIX);
      const made = isOwn ? withProblem(answer, call.request.headers.accept, app.publicUrl) : answer;
      response = made;
      if (made.status === ERRORS.tooManyRequests.status && call.keyId !== undefined) noteOverQuota(call.keyId);
      write(made, [...call.quota, 'x-request-id', call.requestId, ...requests.headers()]);
    };
    const work = () => api.respond(call);
    if (!isAdmitted(call)) {
      visit(call, work, send);
      return;
    }
    // A body may arrive slowly: waiting for it keeps nothing busy. The response says what is wrong with it.
    const arrived = call.readBody?.().then(
      () => {},
      () => {},
    );
    whenReady(arrived, () => whenReady(admission.call(work, BUSY_RESPONSE), send));
  }

  function visit(
    { network }: ApiCall,
    work: () => MaybePromise<ApiResponse>,
    send: (response: ApiResponse) => void,
  ): void {
    admission.visit({
      network: network(),
      isSmall: true,
      maxMs: VISIT_MS,
      // It is answered all the same: a direct request ends with its response.
      isGone: () => false,
      run: () => whenReady(work(), send),
      refuse: () => send(BUSY_RESPONSE),
    });
  }

  /** Whether it has a valid key within its quota, as far as that is known without a lookup. */
  function isAdmitted({ keys, request }: ApiCall): boolean {
    const caller = request.method === 'OPTIONS' ? undefined : findKnownCaller(app, keys);
    const overAt = caller && overQuota.get(caller.keyId);
    return caller !== undefined && (overAt === undefined || performance.now() - overAt > OVER_QUOTA_MS);
  }

  function noteOverQuota(keyId: number): void {
    if (overQuota.size >= MAX_OVER_QUOTA) overQuota.clear();
    overQuota.set(keyId, performance.now());
  }
}

function factsOf({ requestId, url, route, keyId }: ApiCall, { status, body }: ApiResponse): RequestFacts {
  return { requestId, url, route, isCall: true, status, bytes: body?.length ?? 0, keyId };
}

/** A request target may be an absolute URL. */
function withoutOrigin(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
}

/** Sends the response to one call of the API. `more` are headers of this response only: names and values in turn. */
type WriteResponse = (response: ApiResponse, more: readonly string[]) => void;

function openNodeWriter(
  requests: RequestTracker,
  request: IncomingMessage,
  response: ServerResponse,
  facts: () => RequestFacts,
): WriteResponse {
  requests.begin(request, response, facts);
  return ({ status, headers, body }, more) => {
    try {
      response.writeHead(status, [...headers, ...more]);
      response.end(body, 'latin1');
    } catch {
      response.destroy();
    }
  };
}

/** Writes to the socket what Node's response would. */
function openSocketWriter(
  requests: RequestTracker,
  request: RequestHead,
  stalledMs: number,
  done: () => void,
  facts: () => RequestFacts,
): WriteResponse {
  const { socket } = request;
  const end = requests.beginDirect(request, facts);
  return ({ status, headers, body }, more) => {
    const idleMs = socket.timeout ?? 0;
    const onSent = (error?: Error | null) => {
      if (socket.timeout !== idleMs) socket.setTimeout(idleMs);
      end(!error);
      done();
    };
    try {
      const head = `${knownLines(status, headers)}${linesOf(more)}${dateLine()}${requests.isStopping ? '' : KEEP_ALIVE}\r\n`;
      if (typeof body === 'object') {
        socket.cork();
        socket.write(head, 'latin1');
        socket.write(body, onSent);
        socket.uncork();
      } else socket.write(head + (body ?? ''), 'latin1', onSent);
      // The client reads slowly.
      if (socket.writableLength > 0) socket.setTimeout(stalledMs);
      if (requests.isStopping) socket.destroySoon();
    } catch (error) {
      socket.destroy();
      onSent(error as Error);
    }
  };
}

/** By the headers of a response that may be cached. */
const known = new WeakMap<readonly string[], string>();

function knownLines(status: number, headers: readonly string[]): string {
  const lines = known.get(headers);
  if (lines !== undefined) return lines;
  const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${linesOf(headers)}`;
  // As one piece: V8 keeps the parts of a joined text.
  const made = Buffer.from(text, 'latin1').toString('latin1');
  known.set(headers, made);
  return made;
}

function linesOf(headers: readonly string[]): string {
  let lines = '';
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] as string;
    const value = headers[i + 1] as string;
    validateHeaderValue(name, value);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

const SECOND_MS = 1000;
const KEEP_ALIVE = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / SECOND_MS}\r\n`;
let lastDateLine = '';
let lastSecond = 0;

/** Formatted once per second. */
function dateLine(): string {
  const second = Math.floor(Date.now() / SECOND_MS);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDateLine = `Date: ${new Date(second * SECOND_MS).toUTCString()}\r\n`;
  }
  return lastDateLine;
}
