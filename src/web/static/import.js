// Sends a large file in pieces, and shows how much was sent.
const form = document.querySelector('form.import');
// Small enough for a slow line: a request may take half a minute.
const PIECE = 2_000_000;
const status = document.createElement('p');
status.role = 'status';
form?.append(status);

form?.addEventListener('submit', (event) => {
  const [file] = form.elements.file.files;
  if (!file || file.size <= PIECE) return;
  event.preventDefault();
  const button = form.querySelector('button');
  button.disabled = true;
  send(file)
    .catch(() => 'The server cannot be reached. Try again.')
    .then((problem) => {
      status.textContent = problem;
      button.disabled = false;
    });
});

/** Why it failed. */
async function send(file) {
  for (let at = 0; at < file.size; at += PIECE) {
    status.textContent = `Sending: ${Math.floor((100 * at) / file.size)} %`;
    const body = new FormData(form);
    body.set('file', file.slice(at, at + PIECE), file.name);
    body.set('at', at);
    if (at + PIECE < file.size) body.set('more', 'yes');
    const response = await fetch(form.action, { method: 'POST', body });
    if (response.redirected) location.assign(response.url);
    else if (!response.ok) return problemOf(await response.text());
  }
  return 'Sent.';
}

function problemOf(text) {
  const page = new DOMParser().parseFromString(text, 'text/html');
  return page.querySelector('main .problem, main .notice p')?.textContent ?? 'The server refused the file.';
}
