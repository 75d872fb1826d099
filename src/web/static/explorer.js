// Renders the API explorer with the key of the signed-in account.
const container = document.getElementById('explorer');

// Keeps Zod from probing `new Function`, which would be reported as a CSP violation.
globalThis.__zod_globalConfig = { jitless: true };

// As in the guide. The explorer's own placeholder looks like a key.
const PLACEHOLDER = 'YOUR_KEY';
const SHA1 = '0123456789abcdef0123456789abcdef01234567';

const note = document.getElementById('note');
const send = globalThis.fetch;

// A misspelt parameter has no effect, which only headers tell.
globalThis.fetch = async (...request) => {
  const response = await send(...request);
  const ignored = response.headers.get('Ignored-Parameters');
  const meant = response.headers.get('Did-You-Mean')?.replaceAll(/[^ ,]+=/g, '');
  note.textContent = ignored ? `No effect: ${ignored}. ${meant ? `Did you mean ${meant}?` : ''}` : '';
  return response;
};

const [key, content] = await Promise.all([
  readKey(container.dataset.key),
  readDocument(absoluteUrl('../v1/openapi.json')),
  load(container.dataset.script),
]);

// The theme of the site or the system. The explorer's own way to find it renders everything in light colors first.
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const theme = () => document.documentElement.dataset.theme ?? (systemDark.matches ? 'dark' : 'light');

globalThis.Scalar.createApiReference(container, {
  content,
  // The CSP allows requests to the own origin only, which may differ from the public URL.
  servers: [{ url: absoluteUrl('../v1') }],
  authentication: {
    preferredSecurityScheme: 'apiKeyHeader',
    securitySchemes: { apiKeyHeader: { value: key || PLACEHOLDER } },
  },
  telemetry: false,
  // Each operation shows its own. The list of all takes a third of the time to open.
  hideModels: true,
  // The document here lacks HEAD and OPTIONS. The page links to the whole one.
  documentDownloadType: 'none',
  withDefaultFonts: false,
  defaultOpenAllTags: true,
  hideClientButton: true,
  forceDarkModeState: theme(),
  hideDarkModeToggle: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
});

// After the explorer, which on this event sets the first theme again.
systemDark.addEventListener('change', () =>
  requestAnimationFrame(() => {
    for (const mode of ['light', 'dark']) document.body.classList.toggle(`${mode}-mode`, mode === theme());
  }),
);

// Accessibility fixes for the explorer's elements.
const fixes = [
  ['button[class*=copy-button]:not([aria-label])', (button) => button.setAttribute('aria-label', 'Copy')],
  [
    '[role=combobox]:not([aria-expanded])',
    (field) => {
      field.setAttribute('aria-expanded', 'false');
      field.setAttribute('aria-label', field.dataset.placeholder || 'Value');
    },
  ],
  ['[role=region][aria-label][aria-labelledby]', (region) => region.removeAttribute('role')],
  ['button[role=none]', (button) => button.removeAttribute('role')],
  ['.cm-content:not([aria-label])', (text) => text.setAttribute('aria-label', 'Text')],
  ['ul.endpoints:not([tabindex])', (list) => list.setAttribute('tabindex', '0')],
  ['.cm-scroller[tabindex="-1"]', (text) => text.setAttribute('tabindex', '0')],
  [
    'button[class*=copy-button][aria-controls]',
    (button) =>
      document.getElementById(button.getAttribute('aria-controls')) ?? button.removeAttribute('aria-controls'),
  ],
  ['[role=dialog] > section[aria-label^=Notifications]', (section) => section.removeAttribute('aria-label')],
  // Content behind the open request dialog must be inert.
  [
    'main.references-rendered',
    (main) => {
      main.inert = document.querySelector('.scalar-client--open [role=dialog]') !== null;
    },
  ],
];
// The request dialog opens and closes by changing a class.
const observed = { childList: true, subtree: true, attributeFilter: ['class'] };
let isPlanned = false;
new MutationObserver(planFixes).observe(document.body, observed);

/** Once for all changes of a frame. */
function planFixes() {
  if (isPlanned) return;
  isPlanned = true;
  requestAnimationFrame(applyFixes);
}

function applyFixes() {
  isPlanned = false;
  if (container.querySelector('h1, h2')) document.querySelector('.loading')?.remove();
  for (const [selector, fix] of fixes) document.querySelectorAll(selector).forEach(fix);
}

/** Without HEAD and OPTIONS, which the explorer hides: reading them takes a quarter of the time. */
async function readDocument(url) {
  const content = await (await fetch(url)).json();
  for (const path of Object.values(content.paths)) {
    delete path.head;
    delete path.options;
  }
  const examples = JSON.parse(container.dataset.examples);
  for (const [name, example] of Object.entries(examples)) content.components.parameters[name].example = example;
  // Without a hash, the first request would be refused.
  Object.assign(content.paths['/identify'].get.parameters[0], { required: true, example: SHA1 });
  return content;
}

async function readKey(url) {
  const response = url ? await fetch(url) : undefined;
  return (response?.ok && (await response.json()).key) || '';
}

function load(src) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    script.src = src;
    document.head.append(script);
  });
}

function absoluteUrl(path) {
  return new URL(path, location.href).href;
}
