import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext, Script } from 'node:vm';
import { listAttacks } from './support/regexp-attacks.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** Where formatted code may have an expression, and not a division. */
const LITERAL =
  /(?<=(?:[=(,:!&|?{};[>]|return|\.\.\.)\s*)\/(?![/*])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)/g;
/** Exponential or cubic time would not end; quadratic time takes some milliseconds. */
const LENGTH = 2000;
const LIMIT_MS = 20_000;

/** The expressions that the code has literally, and those that it makes of texts and tables when it is loaded. */
async function listExpressions(): Promise<Map<string, RegExp>> {
  const found = new Map<string, RegExp>();
  const texts = globSync(['src/**/*.ts', 'src/web/static/**/*.js', 'client/*.js'], { cwd: ROOT }).map(
    (file) => [file, readFileSync(ROOT + file, 'utf8')] as const,
  );
  for (const [, text] of texts) for (const literal of listLiterals(text)) found.set(String(literal), literal);
  const restore = watchRegExp((made) => found.set(String(made), made));
  for (const [file, text] of texts)
    if (text.includes('new RegExp(')) await import(new URL(`../${file}`, import.meta.url).href);
  restore();
  return found;
}

function listLiterals(text: string): RegExp[] {
  return [...text.matchAll(LITERAL)].flatMap(([, source = '', flags]) => {
    try {
      return [new RegExp(source, flags)];
    } catch {
      // A part of a template with slashes, such as markup.
      return [];
    }
  });
}

function watchRegExp(onMade: (made: RegExp) => void): () => void {
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, args, newTarget) {
      const made = Reflect.construct(target, args, newTarget);
      onMade(made);
      return made;
    },
  });
  return () => {
    globalThis.RegExp = Original;
  };
}

const context = createContext({});
const script = new Script('expression.lastIndex = 0; expression.test(text)');

function isSlow(expression: RegExp, text: string): boolean {
  Object.assign(context, { expression, text });
  try {
    script.runInContext(context, { timeout: LIMIT_MS });
    return false;
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ERR_SCRIPT_EXECUTION_TIMEOUT');
    return true;
  }
}

test('the attacks find an expression that takes exponential time', () => {
  for (const bad of [/^(a+)+$/, /(x|x)*y/, /^key=(\s*\w+\s*)*;/]) {
    const trial = createContext({ bad, texts: listAttacks(bad, 60) });
    assert.throws(() => runInContext('texts.some((text) => bad.test(text))', trial, { timeout: 200 }), /timed out/);
  }
});

test('no regular expression of the code takes exponential or cubic time', async () => {
  const expressions = await listExpressions();
  assert.ok(expressions.size > 300, `${expressions.size} expressions`);
  const slow = [...expressions].filter(([, one]) => listAttacks(one, LENGTH).some((text) => isSlow(one, text)));
  assert.deepEqual(
    slow.map(([name]) => name),
    [],
  );
});
