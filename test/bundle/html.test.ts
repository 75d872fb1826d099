import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTextProblem } from '../../src/bundle/plain-text.ts';

for (const text of [
  '<img/src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<marquee>x</marquee>',
  '<textarea>',
  '<!-- x -->',
  '&#60script&#62',
  '&#x3Cscript&#x3e',
  '&lt;script&gt;',
])
  test(`${text} is HTML`, () => assert.ok(findTextProblem({ text })));

test('angle brackets and ampersands alone are no HTML', () => {
  assert.equal(findTextProblem(['I <3 R&D <Not Found>', 'A & B; x < y > z.']), undefined);
});
