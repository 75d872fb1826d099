// Draws the reference, with the key of whoever is signed in.
const place = document.getElementById('explorer');

// A library inside would otherwise try whether it may make code of text, and the browser would complain of it.
globalThis.__zod_globalConfig = { jitless: true };

const [key] = await Promise.all([readKey(place.dataset.key), load(place.dataset.script)]);

document.querySelector('.waiting').remove();
globalThis.Scalar.createApiReference(place, {
  url: addressOf('../v1/openapi.json'),
  // This page may talk to its own server only, whatever name that goes by.
  servers: [{ url: addressOf('../v1') }],
  authentication: { preferredSecurityScheme: 'apiKeyHeader', securitySchemes: { apiKeyHeader: { value: key } } },
  telemetry: false,
  withDefaultFonts: false,
  defaultOpenAllTags: true,
  hideClientButton: true,
  // It follows the system, as the rest of the site does.
  hideDarkModeToggle: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
});

// What it draws lacks some of what a screen reader reads aloud.
const mends = [
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
  // What lies behind the window of a request is out of reach while that is open.
  [
    'main.references-rendered',
    (behind) => {
      behind.inert = document.querySelector('.scalar-client--open [role=dialog]') !== null;
    },
  ],
];
// By its class alone it shows and hides the window of a request.
const watched = { childList: true, subtree: true, attributeFilter: ['class'] };
new MutationObserver(mendAll).observe(document.body, watched);

function mendAll() {
  for (const [selector, mend] of mends) document.querySelectorAll(selector).forEach(mend);
}

async function readKey(url) {
  const answer = url ? await fetch(url) : undefined;
  return (answer?.ok && (await answer.json()).key) || '';
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

function addressOf(path) {
  return new URL(path, location.href).href;
}
