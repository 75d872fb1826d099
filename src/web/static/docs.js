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
