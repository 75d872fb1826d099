import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../api/answer.ts';
import { hasCachedKey } from '../api/caller.ts';
import { type ApiCall, BUSY_ANSWER, createApiHandler, type RequestHead, splitUrl } from '../api/handler.ts';
import { KEY_PARAMETER } from '../api/parameters.ts';
import { API_PREFIX } from '../api/route.ts';
import type { App } from '../app.ts';
import { type MaybePromise, whenReady } from '../at-once.ts';
import { ERRORS } from '../errors.ts';
import type { Exchange } from './exchange.ts';
import type { Pressure } from './pressure.ts';
import { openRefusalPace } from './refusal-pace.ts';
import { nodeReply, type Reply } from './reply.ts';
import { openTurns } from './turns.ts';

/** How long a call with a valid key makes the refusals of others wait. */
const RECENT_MS = 1000;

export interface ApiServer {
  /** Answers a request if its path is under /v1; returns whether it is. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** Answers a request whose path is under /v1. */
  serveWith(request: RequestHead, reply: Reply): void;
}

export function openApiServer(app: App, exchange: Exchange, pressure: Pressure): ApiServer {
  const answerCall = createApiHandler(app);
  const turns = openTurns(() => pressure.calls);
  const waitForPace = openRefusalPace();
  /** When the last call with a valid key began. */
  let lastAdmittedAt = Number.NEGATIVE_INFINITY;
  return {
    serve: (request, response) => {
      const url = withoutOrigin(request.url ?? '/');
      if (!isApiUrl(url)) return false;
      serveCall(newCall(request, url, request), nodeReply(exchange, request, response));
      return true;
    },
    serveWith: (request, reply) => serveCall(newCall(request, request.url ?? '/'), reply),
  };

  function newCall(request: RequestHead, url: string, body?: IncomingMessage): ApiCall {
    return { request, body, url, requestId: exchange.nextRequestId(), route: '', keyId: undefined, quota: [] };
  }

  function serveCall(call: ApiCall, reply: Reply): void {
    const startedAt = performance.now();
    let answer: Answer | undefined;
    reply.begin(() => factsOf(call, answer as Answer, startedAt));
    const send = (made: Answer) => {
      answer = made;
      reply.send(made, [...call.quota, 'x-request-id', call.requestId, ...exchange.headers()]);
    };
    whenReady(answerUnlessBusy(call), (made) => {
      if (call.keyId !== undefined) lastAdmittedAt = startedAt;
      // Refusals take time from nobody while no valid key is in use.
      const isPaced = made.status === ERRORS.unauthorized.status && startedAt - lastAdmittedAt < RECENT_MS;
      const delayed = isPaced ? waitForPace(exchange.addressOf(call.request)) : undefined;
      if (delayed) void delayed.then(() => send(made));
      else send(made);
    });
  }

  function answerUnlessBusy(call: ApiCall): MaybePromise<Answer> {
    if (pressure.isMemoryShort || (hasKey(call) && !hasPlace(call))) {
      pressure.noteRefusal();
      return BUSY_ANSWER;
    }
    // A body may arrive slowly: waiting for it keeps nothing busy. Nor does the refusal of a call without a key.
    if (call.request.method === 'POST' || !hasKey(call)) return answerCall(call);
    const turn = pressure.beginCall();
    return turns.run((waitedMs) =>
      whenReady(pressure.isTooLate(waitedMs) ? BUSY_ANSWER : answerCall(call), (answer) => {
        pressure.endCall(turn);
        return answer;
      }),
    );
  }

  /** Keys that must be looked up may be made up, so they leave half of the places to those that are known. */
  function hasPlace({ url, request }: ApiCall): boolean {
    if (pressure.isCrowded) return false;
    return !pressure.isHalfCrowded || hasCachedKey(app, splitUrl(url).rawQuery, request.headers);
  }

  function factsOf({ requestId, request, url, route, keyId }: ApiCall, answer: Answer, startedAt: number) {
    return {
      requestId,
      method: request.method ?? '',
      url,
      route,
      status: answer.status,
      milliseconds: performance.now() - startedAt,
      bytes: answer.body?.length ?? 0,
      address: exchange.addressOf(request),
      keyId,
      problem: answer.problem,
    };
  }
}

/** Whether it may have a key: at the first look, without parsing. */
function hasKey({ url, request: { headers } }: ApiCall): boolean {
  return headers['x-api-key'] !== undefined || headers.authorization !== undefined || url.includes(KEY_PARAMETER);
}

/** A request target may be an absolute URL. */
function withoutOrigin(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
}

function isApiUrl(url: string): boolean {
  if (!url.startsWith(API_PREFIX)) return false;
  const next = url[API_PREFIX.length];
  return next === undefined || next === '/' || next === '?';
}
