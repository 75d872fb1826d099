import type { IncomingMessage, ServerResponse } from 'node:http';
import { isApiUrl } from '../api/apis.ts';
import { findKnownCaller } from '../api/caller.ts';
import { type ApiCall, BUSY_RESPONSE, createApiHandler, type RequestHead } from '../api/handler.ts';
import { type ApiResponse, withHelp } from '../api/response.ts';
import { API_PREFIX } from '../api/route.ts';
import type { App } from '../app.ts';
import { type MaybePromise, whenReady } from '../at-once.ts';
import { ERRORS } from '../errors.ts';
import { networkOf } from '../network.ts';
import type { Admission } from './admission.ts';
import type { Timeouts } from './connections.ts';
import type { RequestFacts, RequestTracker } from './requests.ts';
import { openNodeWriter, openSocketWriter, type WriteResponse, withoutOrigin } from './write-response.ts';

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
      const made = isOwn ? withHelp(answer, call.request.headers.accept, app.publicUrl) : answer;
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
