import { formatCount, formatList } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import type { HtmlResponse, PageRequest } from '../kit/page.ts';

/** The terms that everybody with a key has accepted. */
export function showTerms({ app }: PageRequest): HtmlResponse {
  const { free_per_hour: perHour, free_per_second: perSecond } = app.config;
  const limits = [
    ...(perHour === null ? [] : [`${formatCount(perHour, 'request')} per hour`]),
    ...(perSecond === null ? [] : [`${formatCount(perSecond, 'request')} per second`]),
  ];
  return {
    title: 'Terms',
    description: 'What you may use an API key for.',
    canonical: '/terms',
    body: html`<article class="prose"><h1>Terms</h1>
<h2>Use of a key</h2>
<p>Non-commercial use is free, for example in free software, a private collection, research, teaching or a club. If your
program earns money, through sales, subscriptions or advertisements, you need a commercial plan. Ask for one in your
<a href="/profile">profile</a> first.</p>
<h2>Your part</h2>
<ul>
<li>Keep your key secret. If somebody else has seen it, rotate it.</li>
<li>Stay within the limits of your plan${limits.length > 0 && `: on the free plan ${formatList(limits)}`}. Do not use several accounts to get around them.</li>
<li>Cache responses instead of requesting unchanged data again.</li>
<li>Credit the <a href="/sources">sources</a> where their licences require it.</li>
</ul>
<h2>Our part</h2>
<ul>
<li>The API stays compatible within a version, and tells you how many requests remain.</li>
<li>We store your email address, your request counts, and the browsers you are signed in with. The server log contains
IP addresses. We share none of it.</li>
<li>You can delete your account at any time. Your email address, keys and messages are then deleted immediately.</li>
<li>The catalog is provided as is. It may have errors and gaps, and the service may be unavailable at times.</li>
</ul>
<p>We may suspend accounts that break these terms. Contact the operator if that happens to you.</p></article>`,
  };
}
