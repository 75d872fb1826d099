import { importPhase, type RunningImport } from '../../merging/load/import-progress.ts';
import { formatNumber, timestamp } from '../kit/format.ts';
import { type Html, html, nothing, type Part } from '../kit/html.ts';

/** An import reports every second. */
const SILENT_AFTER_MS = 10_000;

const ACTIONS = {
  import: (source: string) => `Importing ${source}`,
  remove: (source: string) => `Removing ${source}`,
  undo: (source: string) => `Undoing the import${source && ` of ${source}`}`,
} as const;

export function isRunning({ problem }: RunningImport): boolean {
  return problem === undefined;
}

/** `running.js` replaces the section. */
export function runningImports(running: readonly RunningImport[], now: number): Html {
  if (running.length === 0) return nothing;
  return html`<section id="running" aria-label="Running now">${running.map((one) => runningImport(one, now))}</section>`;
}

function runningImport(running: RunningImport, now: number): Html {
  const { action, source, dryRun, problem, startedAt, seenAt } = running;
  const title = `${ACTIONS[action](source)}${dryRun ? ' (dry run)' : ''}`;
  if (problem !== undefined) return html`<p class="problem">${title} failed: ${problem}. Nothing was changed.</p>`;
  const silentMs = now - seenAt;
  return html`<div class="running"><h2>${title}</h2>
<p>${phaseOf(running)}${amountOf(running)}. Started ${timestamp(startedAt)}.
${silentMs > SILENT_AFTER_MS && html`<strong>No sign of life for ${Math.round(silentMs / 1000)} seconds.</strong>`}</p>
${barOf(running)}</div>`;
}

function phaseOf({ action, unit }: RunningImport): string {
  if (action === 'undo' && unit !== '') return unit === 'lines' ? 'Removing what it added' : 'Restoring games';
  return importPhase(unit);
}

function amountOf({ done, total, unit }: RunningImport): Part {
  if (unit === '') return '';
  return `: ${formatNumber(done)}${total > 0 ? ` of ${formatNumber(total)}` : ''} ${unit}`;
}

function barOf({ done, total }: RunningImport): Html {
  if (total === 0) return nothing;
  return html`<progress aria-label="Progress" max="${total}" value="${Math.min(done, total)}"></progress>`;
}
