import { API_PREFIX, type Route } from './route.ts';
import { ROUTES } from './routes.ts';

/** A route with the parameters of its path. */
export interface FoundRoute {
  route: Route;
  path: Record<string, string>;
}

interface Pattern {
  route: Route;
  /** Undefined for a parameter. */
  literals: (string | undefined)[];
  names: string[];
}

/** Routes with fewer parameters first: `/games/recent` is no game. */
const PATTERNS: readonly Pattern[] = ROUTES.map((route) => {
  const names = route.path.split('/').map((segment) => /^\{(\w+)\}$/.exec(segment)?.[1] ?? '');
  const literals = route.path.split('/').map((segment, i) => (names[i] ? undefined : segment));
  return { route, literals, names };
}).toSorted((a, b) => countParameters(a) - countParameters(b));

/** `path` is undecoded. A slash at its end is ignored. HEAD is the same as GET. */
export function findRoute(method: string | undefined, path: string): FoundRoute | undefined {
  const own = path.slice(API_PREFIX.length, path.endsWith('/') ? -1 : undefined);
  const segments = own.split('/').map(decodeSegment);
  const pattern = PATTERNS.find(
    ({ route, literals }) =>
      (route.method === 'POST') === (method === 'POST') &&
      literals.length === segments.length &&
      literals.every((literal, i) => literal === undefined || literal === segments[i]),
  );
  return pattern && { route: pattern.route, path: readParameters(pattern, segments) };
}

/** The label of the route in /metrics; empty if there is none. */
export function labelOf(found: FoundRoute | undefined): string {
  return found ? API_PREFIX + found.route.path : '';
}

function readParameters({ names }: Pattern, segments: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name, i) => (name ? [[name, segments[i] as string]] : [])));
}

function countParameters({ names }: Pattern): number {
  return names.filter(Boolean).length;
}

/** A segment with broken percent-encoding stays as it is. */
function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
