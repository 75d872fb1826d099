// Adds a copy button to every code sample, but not to sample responses.
const samples = navigator.clipboard
  ? document.querySelectorAll('pre:is([data-language=sh], [data-language=js], [data-language=python])')
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
  sample.replaceWith(frame);
  frame.append(sample, button);
}
