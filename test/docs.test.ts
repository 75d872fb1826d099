import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ROUTES } from '../src/api/routes.ts';
import { BUNDLE_FILES } from '../src/bundle/lines.ts';
import { COMMANDS } from '../src/cli/command-table.ts';
import { ERRORS } from '../src/errors.ts';
import { IMPORTERS } from '../src/importers/importers.ts';
import { envName, isSecret, SETTING_NAMES, SETTINGS } from '../src/settings.ts';
import { allocateMetrics, makeMetrics } from '../src/telemetry/metrics.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(ROOT + path, 'utf8');
/** The rows of the tables in a page, cells trimmed. */
const rows = (page: string) =>
  page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );

test('docs/settings.md lists exactly the settings, with values, default and meaning', () => {
  const documented = rows(read('docs/settings.md')).filter(([name]) => name?.startsWith('`LUDEX_'));
  const expected = SETTING_NAMES.map((name) => {
    const { values, fallback, help } = SETTINGS[name];
    return [`\`${envName(name)}\``, values, fallback, help];
  });
  assert.deepEqual(documented, expected);
});

test('every variable in the docs is a setting or a test variable', () => {
  const known = new Set(
    SETTING_NAMES.flatMap((name) => [envName(name), ...(isSecret(name) ? [`${envName(name)}_FILE`] : [])]),
  );
  for (const path of globSync('test/support/**/*.ts', { cwd: ROOT })) {
    for (const [variable] of read(path).matchAll(/LUDEX_TEST_[A-Z_]*[A-Z]/g)) known.add(variable);
  }
  for (const path of ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: ROOT })]) {
    for (const [variable] of read(path).matchAll(/LUDEX_[A-Z_]*[A-Z]/g))
      assert.ok(known.has(variable), `${path}: ${variable}`);
  }
});

test('docs/dependencies.md lists exactly the dependencies, with purpose, licence and size', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'));
  const [page = ''] = read('docs/dependencies.md').split('## The size of an installation');
  const documented = rows(page).filter(([name]) => name?.startsWith('`'));
  const expected = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  assert.deepEqual(documented.map(([name]) => name).toSorted(), expected.map((name) => `\`${name}\``).toSorted());
  for (const cells of documented)
    assert.ok(cells.length === 4 && cells.every((cell) => cell !== ''), cells.join(' | '));
});

test('docs/commands.md lists exactly the commands, with their flags', () => {
  const documented = rows(read('docs/commands.md')).filter(([name]) => name?.startsWith('`ludex '));
  assert.deepEqual(
    documented.map(([name]) => name),
    COMMANDS.map((command) => `\`ludex ${command.usage}\``),
  );
  for (const [i, command] of COMMANDS.entries()) {
    const text = documented[i]?.[1] ?? '';
    assert.ok(text.startsWith(command.summary), command.usage);
    const flags = new Set(Array.from(text.matchAll(/`--([a-z-]+)/g), ([, flag]) => flag));
    assert.deepEqual(flags, new Set(Object.keys(command.flags ?? {})), command.usage);
  }
});

test('docs/api.md lists exactly the endpoints, with their parameters', () => {
  const page = read('docs/api.md');
  const headings = Array.from(page.matchAll(/^### `((?:GET|POST) \/v1.+)`$/gm), ([, heading]) => heading);
  const headingOf = ({ method, path }: (typeof ROUTES)[number]) => `${method ?? 'GET'} /v1${path}`;
  assert.deepEqual(headings, ROUTES.map(headingOf));
  for (const route of ROUTES) {
    const section = page.split(`### \`${headingOf(route)}\`\n`)[1]?.split('\n#')[0] ?? '';
    for (const name of Object.keys(route.parameters))
      assert.ok(section.includes(`\`${name}\``), `${route.path} ${name}`);
  }
});

test('docs/api.md lists exactly the errors, with status, code and title', () => {
  const documented = rows(read('docs/api.md')).filter(([status]) => /^[345]\d\d$/.test(status ?? ''));
  const expected = Object.values(ERRORS).map(({ status, code, error }) => [String(status), String(code), error]);
  assert.deepEqual(
    documented.map((row) => row.slice(0, 3)),
    expected,
  );
});

test('docs/api.md lists all 48 contract gaps, and each is in the name of a test', () => {
  const page = read('docs/api.md').split('## Contract gaps')[1] ?? '';
  const listed = Array.from(page.matchAll(/^(\d+)\. /gm), ([, number]) => Number(number));
  assert.deepEqual(
    listed,
    Array.from({ length: 48 }, (_, i) => i + 1),
  );
  const tests = globSync('test/**/*.test.ts', { cwd: ROOT }).map(read).join('\n');
  const tested = new Set<number>();
  for (const [, numbers] of tests.matchAll(/\(contract gap ([\d, ]+)\)/g)) {
    for (const number of (numbers as string).split(', ')) tested.add(Number(number));
  }
  assert.deepEqual(
    listed.filter((number) => !tested.has(number)),
    [],
  );
});

test('docs/operating.md lists exactly the metrics', () => {
  const metrics = makeMetrics(allocateMetrics(['/x'], 1), ['/x'], 0);
  const text = metrics.render({ version: '1', revision: 1, games: 1 });
  const real = new Set(Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name));
  const documented = new Set(
    Array.from(read('docs/operating.md').matchAll(/`((?:ludex|process)_\w+)`/g), ([, name]) => name),
  );
  assert.deepEqual(documented, real);
});

test('docs/sources.md or docs/importing.md has a command for every source', () => {
  const pages = read('docs/sources.md') + read('docs/importing.md');
  for (const { name } of IMPORTERS) assert.ok(pages.includes(`ludex import ${name} `), name);
});

test('docs/importing.md lists exactly the files of a bundle', () => {
  const documented = rows(read('docs/importing.md')).map(([name]) => name?.replaceAll('`', ''));
  assert.deepEqual(
    documented.filter((name) => name?.endsWith('.jsonl')),
    Object.keys(BUNDLE_FILES),
  );
});

test('every link between pages names a file and a heading that exist', () => {
  const anchorsOf = (page: string) =>
    Array.from(read(page).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    );
  for (const path of ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })]) {
    for (const [link, file, anchor] of read(path).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)) {
      const target = file === '' ? path : join(dirname(path), file as string);
      assert.ok(existsSync(ROOT + target), `${path}: ${link}`);
      if (anchor !== undefined) assert.ok(anchorsOf(target).includes(anchor), `${path}: ${link}`);
    }
  }
});

test('every file and folder that a page names exists', () => {
  const folders = globSync('src/*/', { cwd: ROOT }).map((path) => path.split('/')[1]);
  const paths = new RegExp(
    `\`((?:(?:src|test|bench|torture|schema|starter|docs)|${folders.join('|')})/[\\w./-]*\\w)/?\``,
    'g',
  );
  for (const page of ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })]) {
    for (const [, path] of read(page).matchAll(paths)) {
      if (path?.includes('/NAME')) continue;
      const places = [path, `src/${path}`, `src/${path}.ts`].map((place) => ROOT + place);
      assert.ok(places.some(existsSync), `${page}: ${path}`);
    }
  }
});

test('every picture is on a page, and small', () => {
  const images = globSync('docs/images/*', { cwd: ROOT });
  assert.ok(images.includes('docs/images/first-minute.svg') && images.includes('docs/images/site.png'));
  for (const image of images) {
    assert.ok(read('README.md').includes(`(${image})`), image);
    assert.ok(statSync(ROOT + image).size <= 150 * 1024, image);
  }
});

test('docs/decisions/README.md lists every decision with its title, date and status', () => {
  const files = globSync('docs/decisions/0*.md', { cwd: ROOT }).toSorted();
  const expected = files.map((path) => {
    const number = path.slice(15, 19);
    const [title = '', , header = ''] = read(path).split('\n');
    assert.ok(title.startsWith(`# ${number}. `), path);
    assert.match(header, /^\d{4}-\d\d-\d\d · (?:accepted|superseded by \d{4})$/, path);
    return [`[${number}](${path.split('/').at(-1)})`, title.slice(8), ...header.split(' · ')];
  });
  const listed = rows(read('docs/decisions/README.md')).filter(([number]) => number?.startsWith('[0'));
  assert.deepEqual(listed, expected);
});

test('every decision that the code, the tests or a page names exists', () => {
  const numbers = new Set(globSync('docs/decisions/0*.md', { cwd: ROOT }).map((path) => path.slice(15, 19)));
  for (const path of globSync(['{src,test,bench,torture,schema}/**/*.ts', '*.md', 'docs/**/*.md'], { cwd: ROOT })) {
    for (const [reference, number] of read(path).matchAll(/(?:decisions\/|superseded by )(\d{4})/g))
      assert.ok(numbers.has(number as string), `${path}: ${reference}`);
  }
});

test('the README names the two commands, and the program does what it says of them', () => {
  const readme = read('README.md');
  const { scripts } = JSON.parse(read('package.json'));
  assert.match(readme, /npm ci && npm start/);
  assert.match(readme, /npm ci && npm test/);
  assert.ok(scripts.start && scripts.test);
  const lines = read('starter/games.jsonl').trimEnd().split('\n');
  const games = lines.filter((line) => !JSON.parse(line).enriches).length;
  assert.ok(readme.includes(`starter catalog of ${games} landmark games`));
  // One command makes all pictures, and this one has text.
  const picture = read('docs/images/first-minute.svg');
  assert.ok(
    picture.includes(`serves ${games} games`),
    'the pictures are of another starter catalog: npm run screenshots',
  );
});
