// Follows a running import: replaces its section, and loads the whole page when it has ended.
const EVERY_MS = 2000;

setInterval(follow, EVERY_MS);

async function follow() {
  if (document.hidden) return;
  const response = await fetch(location.pathname).catch(() => undefined);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const next = page.querySelector('#running .running');
  if (next) document.getElementById('running').replaceWith(next.parentElement);
  else location.replace(location.pathname);
}
