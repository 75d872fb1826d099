/**
 * Applies the filters of a list when one changes: loads the page of the new address and takes over its parts. Without
 * JavaScript, the form has a button.
 */

/** The parts of the page that depend on the filters. The first is a live region, so only its content is replaced. */
const PARTS = ['#found', '#filters > summary', '#filters form', '#games', '.bottom .json', '.bottom .feed'];
const DEBOUNCE_MS = 150;
const PLATFORM_SEARCH = 'platform-search';
const drawer = document.getElementById('filters');
let loading;

start();

function start() {
  drawer.querySelector('form').dataset.applied = '';
  nameButton();
  findPlatforms();
  drawer.addEventListener('change', (event) => {
    if (event.target.id === PLATFORM_SEARCH) return;
    // A name of a company is only complete when it is in the list or followed by Enter.
    if (event.target.form?.reportValidity()) apply(addressOf(event.target.form));
  });
  drawer.addEventListener('submit', (event) => {
    event.preventDefault();
    apply(addressOf(event.target)).then(() => drawer.removeAttribute('open'));
  });
  drawer.addEventListener('input', suggest);
  drawer.addEventListener('input', ({ target }) => target.id === PLATFORM_SEARCH && findPlatforms());
  drawer.addEventListener('keydown', (event) => {
    const { key, target } = event;
    // It finds while it is typed; Enter would send the form.
    if (key === 'Enter' && target.id === PLATFORM_SEARCH) event.preventDefault();
    if (key !== 'Escape' || !drawer.open) return;
    drawer.open = false;
    drawer.querySelector('summary').focus();
  });
  addEventListener('popstate', () => load(location.href));
}

/** The address that the form would open, without empty fields. */
function addressOf(form) {
  const fields = [...new FormData(form)].filter(([, value]) => value !== '');
  const search = new URLSearchParams(fields);
  // The default of a choice that is always there.
  if (search.get('match') === 'all') search.delete('match');
  return search.size === 0 ? form.action : `${form.action}?${search}`;
}

async function apply(address) {
  const shown = await load(address);
  if (shown && shown !== location.href) history.pushState(null, '', shown);
}

/** Returns the address after redirects, or nothing if another change came first. */
async function load(address) {
  loading?.abort();
  loading = new AbortController();
  try {
    const response = await fetch(address, { signal: loading.signal, headers: { accept: 'text/html' } });
    if (!response.ok) throw new Error(`status ${response.status}`);
    takeOver(new DOMParser().parseFromString(await response.text(), 'text/html'));
    return response.url;
  } catch (error) {
    if (error.name !== 'AbortError') location.assign(address);
  }
}

function takeOver(page) {
  const focused = describeFocus();
  const isOpen = new Set([...drawer.querySelectorAll('details[open]')].map(({ id }) => id));
  const scrolled = drawer.querySelector('.makers')?.scrollTop ?? 0;
  const platform = document.getElementById(PLATFORM_SEARCH)?.value ?? '';
  for (const part of PARTS) {
    const [own, other] = [document.querySelector(part), page.querySelector(part)];
    own?.replaceChildren(...(other?.childNodes ?? []));
  }
  for (const details of drawer.querySelectorAll('details')) details.open = isOpen.has(details.id);
  findPlatforms(platform);
  drawer.querySelector('.makers')?.scrollTo(0, scrolled);
  document.title = page.title;
  nameButton();
  if (focused) drawer.querySelector(focused)?.focus();
}

/** Shows the platforms whose name, or that of their maker, has the text, and those that are chosen. */
function findPlatforms(text) {
  const field = document.getElementById(PLATFORM_SEARCH);
  if (!field) return;
  field.hidden = false;
  if (text !== undefined) field.value = text;
  const wanted = field.value.trim().toLowerCase();
  const has = (element) => element.textContent.toLowerCase().includes(wanted);
  for (const maker of drawer.querySelectorAll('.maker')) {
    const isMaker = has(maker.querySelector('legend'));
    const options = [...maker.querySelectorAll('label')];
    for (const option of options) option.hidden = !isMaker && !has(option) && !option.querySelector('input').checked;
    maker.hidden = options.every((option) => option.hidden);
  }
}

/** In the drawer of a phone, the button closes it. */
function nameButton() {
  drawer.querySelector('button').textContent = `Show ${document.querySelector('#found strong').textContent}`;
}

/** A selector of the field that has the focus. */
function describeFocus() {
  const { id, name, value, type } = document.activeElement;
  if (!drawer.contains(document.activeElement)) return undefined;
  if (id) return `#${CSS.escape(id)}`;
  const box = type === 'checkbox' || type === 'radio' ? `[value="${CSS.escape(value)}"]` : '';
  return name ? `[name="${CSS.escape(name)}"]${box}` : undefined;
}

let timer;

/** Loads names of companies that begin with what was typed. */
function suggest({ target }) {
  const address = target.dataset.suggest;
  if (!address) return;
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const title = target.value.trim();
    if (title === '') return;
    const response = await fetch(`${address}?${new URLSearchParams({ title })}`);
    if (!response.ok) return;
    const [, names] = await response.json();
    target.list?.replaceChildren(...names.map((name) => new Option(name, name)));
  }, DEBOUNCE_MS);
}
