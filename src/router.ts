/** A row of a table of routes. GET serves HEAD, too. */
interface Routed {
  method?: 'GET' | 'POST';
}

/** A route with the parameters of its path. */
export interface FoundRoute<T> {
  label: string;
  endpoint: T;
  path: Record<string, string>;
}

/** Finds the endpoint of a method and an undecoded path among those with these labels. Only POST differs from GET. */
export function openRouter<T extends Routed>(endpoints: readonly Pick<FoundRoute<T>, 'label' | 'endpoint'>[]) {
  // Routes with fewer parameters first: `/games/recent` is no game. A slash at the end is ignored.
  const patterns = endpoints
    .toSorted((a, b) => a.label.split('{').length - b.label.split('{').length)
    .map((found) => ({
      ...found,
      pattern: new RegExp(`^${found.label.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]*)')}/?$`),
    }));
  return (method: string | undefined, path: string): FoundRoute<T> | undefined => {
    const decoded = path.split('/').map(decodeSegment).join('/');
    for (const { label, endpoint, pattern } of patterns) {
      const match = (endpoint.method === 'POST') === (method === 'POST') && pattern.exec(decoded);
      if (match) return { label, endpoint, path: match.groups ?? {} };
    }
    return undefined;
  };
}

/** A segment with broken percent-encoding, or with a slash in it, stays as it is. */
function decodeSegment(segment: string): string {
  try {
    const decoded = decodeURIComponent(segment);
    return decoded.includes('/') ? segment : decoded;
  } catch {
    return segment;
  }
}
