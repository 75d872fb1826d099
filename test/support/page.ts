import assert from 'node:assert/strict';
import type { TestServer } from './servers/server.ts';

/** A page as requested by a browser. */
export interface SeenPage {
  status: number;
  headers: Headers;
  /** The markup. */
  text: string;
  /** The visible text. */
  words: string;
  title: string;
  canonical: string | undefined;
  jsonUrl: string | undefined;
}

export async function getPage(server: TestServer, path: string): Promise<SeenPage> {
  const response = await fetch(server.url + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
  const text = await response.text();
  const find = (pattern: RegExp) => unescapeHtml(pattern.exec(text)?.[1] ?? '') || undefined;
  return {
    status: response.status,
    headers: response.headers,
    text,
    words: wordsOf(text),
    title: find(/<title>(.*?)<\/title>/) ?? '',
    canonical: find(/<link rel="canonical" href="([^"]*)"/),
    jsonUrl: find(/<a href="([^"]*)" rel="nofollow">This page as JSON/),
  };
}

/** The titles below the covers of a page, or of a part of one. */
export function titlesOn(text: string): string[] {
  return Array.from(text.matchAll(/<span class="label"><bdi>(.*?)<\/bdi>/g), ([, title = '']) => title);
}

/** The ids of the games that a page shows as covers. */
export function idsOn({ text }: SeenPage): number[] {
  return Array.from(text.matchAll(/<li><a href="\/games\/(\d+)\//g), ([, id]) => Number(id));
}

export function wordsOf(text: string): string {
  const shown = text.replaceAll(/<script[\s\S]*?<\/script>|<head>[\s\S]*?<\/head>/g, ' ').replaceAll(/<[^>]*>/g, '');
  return unescapeHtml(shown).replaceAll(/\s+/g, ' ').trim();
}

export function unescapeHtml(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}

/** Asserts a complete document with landmarks and without inline code that the CSP forbids. */
export function assertValidDocument({ text, headers, title }: SeenPage): void {
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(text, /^<!doctype html>\n<html lang="en">/);
  assert.match(text, /<a class="skip-link" href="#main">[\s\S]*<header[\s\S]*<main id="main"[\s\S]*<footer/);
  assert.equal(text.match(/<h1[ >]/g)?.length, 1, 'exactly one h1');
  assert.notEqual(title, '');
  for (const [tag, attributes] of text.matchAll(/<script([^>]*)>/g)) {
    assert.match(attributes as string, /src="\/static\/|type="application\/ld\+json"/, tag);
  }
  assert.doesNotMatch(text, /<style|<iframe|<object/);
  for (const [tag] of text.matchAll(/<[a-z][^>]*>/g)) assert.doesNotMatch(tag, /\s(style|on\w+)=|javascript:/i);
  const ids = Array.from(text.matchAll(/ id="([^"]*)"/g), ([, id]) => id);
  assert.equal(new Set(ids).size, ids.length, 'unique ids');
  for (const [, target] of text.matchAll(/<label[^>]* for="([^"]*)"/g))
    assert.ok(ids.includes(target), `label ${target}`);
}
