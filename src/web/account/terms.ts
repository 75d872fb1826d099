import { html } from '../kit/html.ts';
import type { HtmlAnswer, PageRequest } from '../kit/page.ts';
import { counted, joined } from '../kit/words.ts';

/** Our own, short: what everybody who has a key has agreed to. */
export function showTerms({ app }: PageRequest): HtmlAnswer {
  const { free_per_hour: perHour, free_per_second: perSecond } = app.config;
  const limits = [
    ...(perHour === null ? [] : [`${counted(perHour, 'request')} an hour`]),
    ...(perSecond === null ? [] : [`${counted(perSecond, 'request')} a second`]),
  ];
  return {
    title: 'Terms',
    description: 'What a key may be used for.',
    canonical: '/terms',
    body: html`<article class="prose"><h1>Terms</h1>
<p>They are short, and they are all there is.</p>
<h2>What a key is for</h2>
<p>Use it for whatever is not for profit: a program that you give away, a collection of your own, research, a class, a
club. It costs nothing. If what you do with it is to earn money, by sales, subscriptions or advertisements, you need a
commercial plan: unless you have one, ask for it in your <a href="/profile">profile</a> first.</p>
<h2>What we ask of you</h2>
<ul>
<li>Keep the key to yourself. If somebody else has seen it, replace it.</li>
<li>Stay within the limits of your plan${limits.length > 0 && `: on the free plan ${joined(limits)}`}. Do not use several accounts to get around them.</li>
<li>Keep answers for a while instead of asking again for what has not changed.</li>
<li>Name the sources where their licences ask for it; <a href="/sources">they are listed here</a>.</li>
</ul>
<h2>What you can expect of us</h2>
<ul>
<li>The API keeps its promises within a version, and says how much of your limits is left.</li>
<li>We keep your e-mail address, how often you asked for what, and in which browsers you are signed in; the log of the
server has network addresses. Nobody else gets any of it.</li>
<li>You can delete your account at any time; then your address and your keys are gone at once.</li>
<li>The catalog comes as it is. It may have mistakes and gaps, and the service may rest now and then.</li>
</ul>
<p>Whoever breaks these terms may find the account suspended. Then write to the operator.</p></article>`,
  };
}
