import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../api/answer.ts';
import { findKnownCaller } from '../api/caller.ts';
import { type ApiCall, BUSY_ANSWER, createApiHandler, type RequestHead } from '../api/handler.ts';
import { API_PREFIX } from '../api/route.ts';
import type { App } from '../app.ts';
import { type MaybePromise, whenReady } from '../at-once.ts';
import { ERRORS } from '../errors.ts';
import { networkOf } from '../network.ts';
import type { Admission } from './admission.ts';
import type { Exchange } from './exchange.ts';
import { nodeReply, type Reply } from './reply.ts';

/** How long the calls of a key that is over its quota count as visits. */
const OVER_QUOTA_MS = 1000;
/** Bounds the memory. */
const MAX_OVER_QUOTA = 1000;
/** A visit that takes longer waits for the store. */
const VISIT_MS = 50;

export interface ApiServer {
  /** Answers a request if its path is under /v1; returns whether it is. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** Answers a request whose path is under /v1. */
  serveWith(request: RequestHead, reply: Reply): void;
}

export function openApiServer(app: App, exchange: Exchange, admission: Admission): ApiServer {
  const api = createApiHandler(app);
  /** When keys were over their quota, by id. */
  const overQuota = new Map<number, number>();
  return {
    serve: (request, response) => {
      const url = withoutOrigin(request.url ?? '/');
      if (!isApiUrl(url)) return false;
      const call = api.openCall(request, url, exchange.nextRequestId(), request);
      serveCall(call, nodeReply(exchange, request, response));
      return true;
    },
    serveWith: (request, reply) =>
      serveCall(api.openCall(request, request.url ?? '/', exchange.nextRequestId()), reply),
  };

  function serveCall(call: ApiCall, reply: Reply): void {
    const startedAt = performance.now();
    let answer: Answer | undefined;
    reply.begin(() => factsOf(call, answer as Answer, startedAt));
    const send = (made: Answer) => {
      answer = made;
      if (made.status === ERRORS.tooManyRequests.status && call.keyId !== undefined) noteOverQuota(call.keyId);
      reply.send(made, [...call.quota, 'x-request-id', call.requestId, ...exchange.headers()]);
    };
    const work = () => api.answer(call);
    if (!isAdmitted(call, startedAt)) {
      visit(call, work, send);
      return;
    }
    // A body may arrive slowly: waiting for it keeps nothing busy. The answer says what is wrong with it.
    const arrived = call.readBody?.().then(
      () => {},
      () => {},
    );
    whenReady(arrived, () => whenReady(admission.call(work, BUSY_ANSWER), send));
  }

  function visit({ request }: ApiCall, work: () => MaybePromise<Answer>, send: (answer: Answer) => void): void {
    admission.visit({
      network: networkOf(exchange.addressOf(request)),
      isSmall: true,
      maxMs: VISIT_MS,
      // It is answered all the same: a direct request ends with its answer.
      isGone: () => false,
      run: () => whenReady(work(), send),
      refuse: () => send(BUSY_ANSWER),
    });
  }

  /** Whether it has a valid key within its quota, as far as that is known without a lookup. */
  function isAdmitted({ keys, request }: ApiCall, now: number): boolean {
    const caller = request.method === 'OPTIONS' ? undefined : findKnownCaller(app, keys);
    return caller !== undefined && now - (overQuota.get(caller.keyId) ?? Number.NEGATIVE_INFINITY) > OVER_QUOTA_MS;
  }

  function noteOverQuota(keyId: number): void {
    if (overQuota.size >= MAX_OVER_QUOTA) overQuota.clear();
    overQuota.set(keyId, performance.now());
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

/** A request target may be an absolute URL. */
function withoutOrigin(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
}

function isApiUrl(url: string): boolean {
  if (!url.startsWith(API_PREFIX)) return false;
  const next = url[API_PREFIX.length];
  return next === undefined || next === '/' || next === '?';
}
