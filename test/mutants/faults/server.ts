import type { Faults } from '../fault.ts';

export const SERVER_FAULTS: Faults = {
  'server/serve-site.ts': [
    ['if (HEALTH_PATHS.has(url) && isWithinHealthPace(network)) return', 'if (false) return', 'server/admission.long'],
  ],
  'server/admission.ts': [
    ['if (!isUnpaced && !isWithinPace(network)) continue;', '', 'server/visit-queue'],
    ['visit.isSmall && !hasRecentCalls()', 'visit.isSmall', 'server/admission.long'],
    ['lookups >= MAX_LOOKUPS || !isWithinPace(network)', '!isWithinPace(network)', 'server/operator-pass'],
    ['paces.set(network, untilMs + 1000 / perSecond);', '', 'server/operator-pass'],
  ],
  'server/http.ts': [['requests.expect(request, response);', '', 'server/admission.long']],
  'server/direct-requests.ts': [
    ['return isWhole && isKept && hasLine ?', 'return isWhole && isKept ?', 'server/direct-requests'],
    ['if (isAnswering) return keepForNode(packet);', '', 'server/direct-requests'],
    ['if (hasEnded) pushToNode(null);', '', 'server/direct-requests'],
  ],
  'server/write-response.ts': [
    ['if (socket.writableLength > 0) socket.setTimeout(stalledMs);', '', 'server/direct-requests'],
  ],
  'server/calls.ts': [
    ['inWork -= endedInTurn;', '', 'server/calls'],
    ['ended += endedInTurn;', 'ended++;', 'server/calls'],
    ['if (waiting.length === 0 && now < turnEndsAt) return begin(work);', 'return begin(work);', 'server/calls'],
    ['if (waiting.length === 0 && inWork <= FEW_CALLS)', 'if (inWork <= FEW_CALLS)', 'server/calls'],
    [' && othersMs < TURN_MS', '', 'server/calls'],
  ],
  'server/client-address.ts': [
    [
      'if (left === 0) counts.delete(network);\n      else counts.set(network, left);',
      '',
      'server/connection-counter.long',
    ],
  ],
  'server/health.ts': [
    ['app.store.findFault()', 'undefined', 'server/process/ready.long'],
    ['if (isStopping) return', 'if (false) return', 'server/process/ready.long'],
  ],
  'server/listeners.ts': [['address.port === 0) return', 'true) return', 'server/process/port']],
  'server/requests.ts': [['const url = redactUrl(sentUrl);', 'const url = sentUrl;', 'server/canaries.long']],
  'server/pictures.ts': [
    ['findAliasTarget(snapshot, Number(id)) ?? Number(id)', 'Number(id)', 'server/covers'],
    ['query === coverQuery(record, platform)', 'true', 'server/covers'],
    ["  ...['x-content-type-options', 'nosniff'],\n", '', 'server/pictures', 'server/covers'],
  ],
  'telemetry/metrics.ts': [
    ['seconds <= bound', 'seconds < bound', 'server/counting'],
    ['      count += bucket;', '      count = bucket;', 'server/counting'],
  ],
  'server/watch.ts': [
    [
      'if (catalog !== known.catalog && !isRefreshing',
      'if (catalog > known.catalog && !isRefreshing',
      'server/counting',
    ],
  ],
  'log.ts': [['SECRET_NAME.test(plain.slice', 'SECRET_NAME.test(part.slice', 'log']],
};
