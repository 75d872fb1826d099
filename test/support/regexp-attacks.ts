/**
 * Texts that make a backtracking matcher slow: for every repeated part of an expression, what leads to it, then the part
 * thousands of times, then a character that matches nothing.
 */
export function listAttacks({ source, flags }: RegExp, length: number): string[] {
  const attacks = new Set<string>();
  for (const { before, unit } of listPumps(parse(source), flags))
    attacks.add(before + unit.repeat(Math.ceil(length / unit.length)) + NOTHING);
  return [...attacks];
}

const NOTHING = '\u0001';

/** A part of an expression: a character, a class or a group, with how often it may repeat. */
interface Part {
  /** Alternatives of a group. */
  group?: Part[][];
  /** Without content of its own: an anchor, a lookaround or a reference. */
  isEmpty: boolean;
  text: string;
  min: number;
  max: number;
}

interface Pump {
  before: string;
  unit: string;
}

const OFTEN = 10;
const ALPHABET = Array.from(` \n\ta1AzZ09_-.,:;/\\"'<>()[]{}&=+*?!#%@|~$^éßñЖ中あ한\u0301`);
/** One repeated part may match several characters, of which only some also match what follows. */
const SAMPLES = 3;

function listPumps(alternatives: Part[][], flags: string, before = ''): Pump[] {
  return alternatives.flatMap((sequence) => {
    const pumps: Pump[] = [];
    let lead = before;
    for (const part of sequence) {
      const units = sampleMany(part, flags).filter((unit) => unit !== '');
      if (part.max > OFTEN) pumps.push(...units.map((unit) => ({ before: lead, unit })));
      if (part.group) pumps.push(...listPumps(part.group, flags, lead));
      if (!part.isEmpty) lead += (units[0] ?? '').repeat(Math.max(part.min, 1));
    }
    return pumps;
  });
}

function sampleMany(part: Part, flags: string): string[] {
  if (part.group) return part.group.map((sequence) => sequence.map((inner) => sampleOne(inner, flags)).join(''));
  if (part.isEmpty) return [''];
  const one = new RegExp(`^(?:${part.text})$`, flags.replaceAll(/[gy]/g, ''));
  return [...ALPHABET, part.text].filter((character) => one.test(character)).slice(0, SAMPLES);
}

function sampleOne(part: Part, flags: string): string {
  return part.isEmpty ? '' : (sampleMany(part, flags)[0] ?? '').repeat(Math.max(part.min, 1));
}

function parse(source: string): Part[][] {
  const { alternatives } = parseAlternatives(source, 0);
  return alternatives;
}

const GROUP_START = /^\((?:\?(?:[:=!]|<[=!]|<\w+>|[a-z-]+:))?/;
const ATOM = /^(?:\\u\{[^}]*\}|\\u[\dA-Fa-f]{4}|\\x[\dA-Fa-f]{2}|\\[pP]\{[^}]*\}|\\k<\w+>|\\.|.)/su;
const QUANTIFIER = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/;

function parseAlternatives(source: string, start: number): { alternatives: Part[][]; end: number } {
  const alternatives: Part[][] = [[]];
  let at = start;
  while (at < source.length && source[at] !== ')') {
    if (source[at] === '|') {
      alternatives.push([]);
      at++;
      continue;
    }
    const { part, end } = parsePart(source, at);
    alternatives.at(-1)?.push(part);
    at = end;
  }
  return { alternatives, end: at + 1 };
}

function parsePart(source: string, start: number): { part: Part; end: number } {
  const opening = GROUP_START.exec(source.slice(start))?.[0];
  const inner = opening === undefined ? undefined : parseAlternatives(source, start + opening.length);
  const atomEnd = inner?.end ?? endOfAtom(source, start);
  const text = source.slice(start, atomEnd);
  const isEmpty = /^(?:\^|\$|\\[bB\d]|\\k|\(\?<?[=!])/.test(text);
  const [quantifier = '', sign, least, comma, most] = QUANTIFIER.exec(source.slice(atomEnd)) ?? [];
  const bounds = sign
    ? SIGNS[sign]
    : least
      ? [Number(least), comma ? Number(most || Infinity) : Number(least)]
      : [1, 1];
  const [min, max] = bounds as [number, number];
  return {
    part: { ...(inner && { group: inner.alternatives }), isEmpty, text, min, max },
    end: atomEnd + quantifier.length,
  };
}

const SIGNS: Record<string, [number, number]> = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] };

function endOfAtom(source: string, start: number): number {
  if (source[start] !== '[') return start + (ATOM.exec(source.slice(start))?.[0].length ?? 1);
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === ']') return at + 1;
  }
  return source.length;
}
