// Changes the theme without loading the page again, and closes the menu like one.
const menu = document.querySelector('.theme');
const form = menu?.querySelector('form');

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  const chosen = event.submitter.value;
  const body = new URLSearchParams({ theme: chosen });
  fetch(form.action, { method: 'POST', body, redirect: 'manual' });
  if (document.startViewTransition) document.startViewTransition(() => show(chosen));
  else show(chosen);
  localStorage.setItem('theme', chosen);
  close();
});

// The back button may show a page from memory, as it was before.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) show(localStorage.getItem('theme') ?? 'system');
});

function show(chosen) {
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  document.querySelector('meta[name=color-scheme]').content = chosen === 'system' ? 'light dark' : chosen;
  for (const button of form.elements) {
    if (button.name === 'theme') button.setAttribute('aria-pressed', String(button.value === chosen));
  }
}

document.addEventListener('click', ({ target }) => {
  if (menu && !menu.contains(target)) menu.open = false;
});

menu?.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') close();
});

function close() {
  menu.open = false;
  menu.querySelector('summary').focus();
}
