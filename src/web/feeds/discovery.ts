// `html` escapes to numeric character references, which are valid in XML, too.
import { html as xml } from '../kit/html.ts';
import type { PageRequest, TextResponse } from '../kit/page.ts';
import { staticUrl } from '../kit/static-files.ts';

/** Lets browsers offer the site's search in their address bar. */
export function showOpenSearch({ app }: PageRequest): TextResponse {
  const description = xml`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Ludex</ShortName>
<Description>Search the titles of the Ludex game catalog</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="16" height="16" type="image/svg+xml">${app.publicUrl}${staticUrl('icon.svg')}</Image>
<Url type="text/html" template="${app.publicUrl}/games?title={searchTerms}"/>
<Url type="application/x-suggestions+json" template="${app.publicUrl}/suggest?title={searchTerms}"/>
</OpenSearchDescription>`;
  return {
    type: 'application/opensearchdescription+xml; charset=utf-8',
    text: `<?xml version="1.0" encoding="UTF-8"?>\n${description}\n`,
  };
}

/** Crawlers may read everything but the API, the suggestions, and combinations of filters, which are endless. */
export function showRobots({ app }: PageRequest): TextResponse {
  const lines = [
    'User-agent: *',
    'Disallow: /v1/',
    'Disallow: /suggest',
    'Disallow: /games?*&',
    '',
    `Sitemap: ${app.publicUrl}/sitemap.xml`,
    '',
  ];
  return { type: 'text/plain; charset=utf-8', text: lines.join('\n') };
}
