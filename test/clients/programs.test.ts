import { after, test } from 'node:test';
import { serve } from '../../src/server/serve.ts';
import { startCompatible } from './catalog.ts';
import { replay, replayRefusal } from './program.ts';
import { PROGRAMS } from './programs.ts';

const server = await startCompatible({ 'title-match': 'contract' });
const wide = await serve({ ...server.config, title_match: 'wide' }, () => server.now);
after(() => wide.close());

for (const program of PROGRAMS) {
  test(`${program.name} gets what it needs`, () => replay(server, server.url, program, program.steps));
  test(`${program.name} detects the rate limit and succeeds after its pause`, () => replayRefusal(server, program));
  const { wideSteps = {} } = program;
  test(`${program.name} finds no fewer games with wide title matching`, async () => {
    const inVain = Object.fromEntries(Object.keys(wideSteps).map((target) => [target, { games: [] }]));
    await replay(server, server.url, program, inVain);
    await replay(server, `http://localhost:${wide.port}`, program, { ...program.steps, ...wideSteps });
  });
}
