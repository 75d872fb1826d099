import type { Fault } from '../fault.ts';

export const SERVER_FAULTS: readonly Fault[] = [
  {
    file: 'server/site-gate.ts',
    find: "if (HEALTH_PATHS.has(request.url ?? '')) return",
    replace: 'if (false) return',
    tests: ['server/pressure'],
  },
  {
    file: 'server/fair-queue.ts',
    find: 'if (queue.length > 1) queues.set(client, queue);\n        charge',
    replace: 'if (queue.length > 1) queues.set(client, queue);\n        if (false) charge',
    tests: ['server/fair-queue'],
  },
  {
    file: 'server/one-at-a-time.ts',
    find: 'exchange.expect(request, response);',
    replace: '',
    tests: ['server/site-gate'],
  },
  {
    file: 'server/pressure.ts',
    find: 'if (ended++ === 0) setImmediate(removeEnded);',
    replace: 'calls--;',
    tests: ['server/pressure'],
  },
  {
    file: 'server/connection-counter.ts',
    find: 'if (left === 0) counts.delete(network);\n      else counts.set(network, left);',
    replace: '',
    tests: ['server/connection-counter'],
  },
  {
    file: 'server/health.ts',
    find: 'await app.store.findFault();',
    replace: 'undefined;',
    tests: ['server/ready'],
  },
  {
    file: 'server/health.ts',
    find: 'if (isStopping()) return',
    replace: 'if (false) return',
    tests: ['server/ready'],
  },
  {
    file: 'server/port.ts',
    find: 'address.port === 0) return',
    replace: 'true) return',
    tests: ['server/port'],
  },
  {
    file: 'server/request-log.ts',
    find: 'const url = redactUrl(facts.url);',
    replace: 'const { url } = facts;',
    tests: ['server/canaries'],
  },
  {
    file: 'server/pictures.ts',
    find: 'if (condition !== undefined && condition !== tag) return undefined;',
    replace: '',
    tests: ['server/pictures'],
  },
  {
    file: 'server/pictures.ts',
    find: 'Math.min(Number(last), size - 1)',
    replace: 'Number(last)',
    tests: ['server/pictures'],
  },
  {
    file: 'server/pictures.ts',
    find: "return start >= size ? 'none'",
    replace: "return start > size ? 'none'",
    tests: ['server/pictures'],
  },
  {
    file: 'server/covers.ts',
    find: 'findAliasTarget(snapshot, Number(id)) ?? Number(id)',
    replace: 'Number(id)',
    tests: ['server/covers'],
  },
  {
    file: 'server/covers.ts',
    find: "if (query !== drawing.query) reply.header('cache-control', 'no-cache');",
    replace: '',
    tests: ['server/covers'],
  },
  {
    file: 'server/picture-response.ts',
    find: "'x-content-type-options': 'nosniff',\n  // Browsers",
    replace: '// Browsers',
    tests: ['server/pictures', 'server/covers'],
  },
  {
    file: 'server/metrics.ts',
    find: 'seconds <= bound',
    replace: 'seconds < bound',
    tests: ['server/counting'],
  },
  {
    file: 'server/metrics.ts',
    find: 'count += total(base + i);',
    replace: 'count = total(base + i);',
    tests: ['server/counting'],
  },
  {
    file: 'server/watch.ts',
    find: 'if (catalog !== known.catalog && !isRefreshing',
    replace: 'if (catalog > known.catalog && !isRefreshing',
    tests: ['server/counting'],
  },
  {
    file: 'log.ts',
    find: '/key|token|secret|auth|pass/i.test(decoded(name))',
    replace: '/key|token|secret|auth|pass/i.test(name)',
    tests: ['log'],
  },
];
