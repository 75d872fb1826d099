// Adds a copy button to every code sample, but not to sample responses.
const samples = navigator.clipboard
  ? document.querySelectorAll('pre[data-language]:not([data-language=""], [data-language=json])')
  : [];

for (const sample of samples) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(sample.textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  const frame = document.createElement('div');
  frame.className = 'sample';
  frame.dataset.language = sample.dataset.language;
  sample.replaceWith(frame);
  frame.append(sample, button);
}

// The language of one sample is that of all, here and on the next page.
const tabs = document.querySelectorAll('.code-tabs input');

function choose(language) {
  for (const tab of tabs) if (tab.value === language) tab.checked = true;
}

for (const tab of tabs) {
  tab.addEventListener('change', () => {
    const before = tab.getBoundingClientRect().top;
    choose(tab.value);
    localStorage.setItem('language', tab.value);
    // Other samples above may now be longer or shorter.
    scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
  });
}
choose(localStorage.getItem('language'));

// The script of the explorer is large, so it is fetched as soon as somebody points at the link.
const explorer = document.querySelector('.docs-nav a[href="/docs/reference"]:not([aria-current])');
for (const event of ['pointerenter', 'focus', 'touchstart'])
  explorer?.addEventListener(event, prefetchExplorer, { once: true, passive: true });

let isPrefetched = false;

async function prefetchExplorer() {
  if (isPrefetched) return;
  isPrefetched = true;
  const response = await fetch(explorer.href);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const script = page.querySelector('link[rel=preload][as=script]')?.getAttribute('href');
  if (!script) return;
  const link = document.createElement('link');
  link.rel = 'prefetch';
  link.as = 'script';
  link.href = new URL(script, explorer.href).href;
  document.head.append(link);
}
