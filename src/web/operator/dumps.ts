import { setTimeout as delay } from 'node:timers/promises';
import { DUMPS_PATH } from '../../merging/export/data-dumps.ts';
import { type DumpState, isDumpRunning, readDumpState } from '../../merging/export/dump-claim.ts';
import { startDump } from '../../merging/export/start-dump.ts';
import { formatDuration, formatNumber, timestamp } from '../kit/format.ts';
import { button, formProblem, withProblems } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import type { PageResponse, SignedInRequest } from '../kit/page.ts';
import { operatorPage } from './operator.ts';

/** The last data dump, or the one that is being made; `running.js` replaces it. */
export async function dumpSection(request: SignedInRequest): Promise<{ section: Html; isRunning: boolean }> {
  const { app } = request;
  const now = app.clock();
  const state = await readDumpState(app.store.status);
  const isRunning = state !== undefined && isDumpRunning(state, now);
  const schedule = app.config.dumps === 'off' ? 'LUDEX_DUMPS makes them by itself' : `Made ${app.config.dumps}`;
  const section = html`<h2>Data dumps</h2>
${isRunning ? running(state) : html`${state && last(state, now)}${button(request, '/operator/dumps', 'Make dump')}`}
<p class="hint">The whole catalog as files that everybody can download from <a href="${DUMPS_PATH}">${DUMPS_PATH}</a>, as far as
licences allow. ${schedule}.</p>`;
  return { section, isRunning };
}

function running({ startedAt, host, done, total }: DumpState): Html {
  return html`<section id="running" aria-label="Running now"><div class="running">
<p>Making a dump on ${host}: ${formatNumber(done)} of ${formatNumber(total)} lines. Started ${timestamp(startedAt)}.</p>
<progress aria-label="Progress" max="${Math.max(total, 1)}" value="${Math.min(done, total)}"></progress></div></section>`;
}

function last({ startedAt, endedAt, seenAt, host, problem }: DumpState, now: number): Html {
  if (problem !== undefined || endedAt === undefined)
    return html`<p class="problem">The dump of ${timestamp(startedAt)} on ${host} failed: ${problem ?? 'its process was ended'}.</p>`;
  return html`<p>The last one was made ${formatDuration(now - seenAt)} ago on ${host}.</p>`;
}

const WAIT_MS = 2000;

/** The answer does not wait for long: the page shows the progress. */
export async function doMakeDump(request: SignedInRequest): Promise<PageResponse> {
  const { config, log } = request.app;
  const { ended } = startDump({ config });
  const made = ended.then((outcome) => {
    if ('name' in outcome) log.info(outcome, 'data dump made');
    else if (!outcome.isRunning) log.error(outcome, 'making a data dump failed');
    return outcome;
  });
  const outcome = await Promise.race([made, delay(WAIT_MS, undefined, { ref: false })]);
  if (outcome && 'problem' in outcome) {
    const { section } = await dumpSection(request);
    const problem = outcome.isRunning ? `${outcome.problem}.` : false;
    return operatorPage(withProblems(request, {}, 409), 'Data dumps', html`${formProblem(problem)}${section}`);
  }
  return { status: 303, location: `/operator?done=${outcome ? 'dumped' : 'dumping'}` };
}
