import { Html, html } from '../kit/html.ts';

const NAMES: Record<string, string> = {
  sh: 'curl',
  js: 'JavaScript',
  python: 'Python',
  csharp: 'C#',
  go: 'Go',
  php: 'PHP',
};

const BLOCK = /<pre tabindex="0" data-language="(\w+)">[\s\S]*?<\/pre>\n/g;
const ADJACENT_BLOCKS = new RegExp(
  `(?:<pre tabindex="0" data-language="(?:${Object.keys(NAMES).join('|')})">[^]*?</pre>\\n){2,}`,
  'g',
);

/** Turns adjacent code blocks in different languages into tabs. The tabs are radio buttons, so they need no JavaScript. */
export function withTabs(markup: string): string {
  let count = 0;
  return markup.replaceAll(ADJACENT_BLOCKS, (blocks) => {
    const languages = Array.from(blocks.matchAll(BLOCK), ([, language]) => language as string);
    if (new Set(languages).size < languages.length) return blocks;
    count++;
    return tabs(`language-${count}`, languages, blocks).markup;
  });
}

function tabs(group: string, languages: readonly string[], blocks: string): Html {
  return html`<div class="code-tabs">
<fieldset><legend class="visually-hidden">Language</legend>${languages.map(
    (language, i) =>
      html`<label><input type="radio" name="${group}" value="${language}"${i === 0 && html` checked`}>${NAMES[language] ?? language}</label>`,
  )}</fieldset>
${new Html(blocks)}</div>
`;
}
