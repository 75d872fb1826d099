import { AppError } from '../errors.ts';
import { listArticles } from './docs/docs.ts';
import type { PageRequest, TextResponse } from './kit/page.ts';

/** Files at addresses that programs know: who to tell of a vulnerability, where the API and its documentation are. */

const DAY_MS = 24 * 3600 * 1000;
/** RFC 9116 wants less than a year. */
const VALID_DAYS = 180;

/** The operator's contact as RFC 9116 has it, which allows no `http:`. */
export function showSecurityTxt({ app: { config, clock, publicUrl } }: PageRequest): TextResponse {
  const { contact } = config;
  if (contact === undefined || contact.startsWith('http:'))
    throw new AppError('notFound', 'The operator of this server has set no contact for reports.');
  const today = Math.floor(clock() / DAY_MS) * DAY_MS;
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ];
  return { type: 'text/plain; charset=utf-8', text: lines.join('\n') };
}

const API_CATALOG = '/.well-known/api-catalog';

/** RFC 9727: the API with its description and documentation, as a set of links. */
export function showApiCatalog({ app }: PageRequest): TextResponse {
  const link = (path: string, type: string) => ({ href: app.publicUrl + path, type });
  const linkset = [
    {
      anchor: `${app.publicUrl}/v1`,
      'service-desc': [link('/v1/openapi.json', 'application/json')],
      'service-doc': [link('/docs', 'text/html'), link('/docs/api.md', 'text/markdown')],
      'service-meta': [link('/llms.txt', 'text/plain'), link('/data', 'text/html')],
      status: [link('/readyz', 'application/json')],
    },
    { anchor: `${app.publicUrl}/mcp`, 'service-doc': [link('/docs/programs.md', 'text/markdown')] },
  ];
  return {
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    text: JSON.stringify({ linkset }),
    headers: { link: `<${app.publicUrl}${API_CATALOG}>; rel="api-catalog"` },
  };
}

/** What a language model should read of this site, as Markdown. */
export function showLlmsTxt({ app: { publicUrl, anonymous } }: PageRequest): TextResponse {
  const text = `# Ludex

> A catalog of video games with a read-only HTTP API: games, releases, platforms, companies, covers, screenshots, files by hash.

${anonymous ? 'Requests may have' : 'Every request needs'} an API key in the header \`X-API-Key\`: ${publicUrl}/signup

## Documentation

${listArticles()
  .map(({ path, title, description }) => `- [${title}](${publicUrl}${path}.md): ${description}\n`)
  .join('')}
## API

- [OpenAPI 3.1](${publicUrl}/v1/openapi.json): every endpoint, parameter and field; needs no key
- ${publicUrl}/mcp: tools for assistants that speak the Model Context Protocol, with the same keys
- [Data](${publicUrl}/data): the whole catalog as files (JSON Lines, SQLite, text); needs no key
- [API catalog](${publicUrl}${API_CATALOG}): the same links for programs

## Optional

- [Sources](${publicUrl}/sources): where the data comes from, with licences
- [Sitemap](${publicUrl}/sitemap.xml): every page
`;
  return { type: 'text/plain; charset=utf-8', text };
}
