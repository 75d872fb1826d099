/** Suggests titles while somebody types. Without this script the box is a plain form. */

const PAUSE_MS = 120;

for (const [i, form] of document.querySelectorAll('form[data-suggest]').entries())
  addSuggestions(form, `suggestions-${i}`);

function addSuggestions(form, id) {
  const input = form.querySelector('input[type=search]');
  const list = document.createElement('ul');
  list.id = id;
  list.className = 'suggestions';
  list.role = 'listbox';
  list.ariaLabel = 'Titles';
  list.hidden = true;
  form.append(list);
  input.role = 'combobox';
  input.ariaAutoComplete = 'list';
  input.setAttribute('aria-controls', id);
  input.ariaExpanded = 'false';

  let chosen = -1;
  let asked = '';
  let timer;

  const choose = (at) => {
    chosen = at;
    [...list.children].forEach((item, place) => {
      item.ariaSelected = String(place === at);
    });
    if (at < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', list.children[at].id);
  };
  const show = (open) => {
    list.hidden = !open;
    input.ariaExpanded = String(open);
    choose(-1);
  };
  const fill = (titles, descriptions, addresses) => {
    const options = titles.map((title, at) => option(`${id}-${at}`, title, descriptions[at], addresses[at]));
    list.replaceChildren(...options);
    show(titles.length > 0);
  };
  const ask = async () => {
    const wanted = asked;
    if (wanted === '') return show(false);
    try {
      const answer = await fetch(`${form.dataset.suggest}?${new URLSearchParams({ title: wanted })}`);
      const [, titles, descriptions, addresses] = await answer.json();
      if (wanted === asked && document.activeElement === input) fill(titles, descriptions, addresses);
    } catch {
      show(false);
    }
  };

  input.addEventListener('input', () => {
    // From now on, answers to anything else come too late.
    asked = input.value.trim();
    choose(-1);
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE_MS);
  });
  input.addEventListener('blur', () => setTimeout(() => show(false), PAUSE_MS));
  input.addEventListener('keydown', (event) => {
    const size = list.children.length;
    if (list.hidden || size === 0) return;
    if (event.key === 'ArrowDown') choose(chosen + 1 < size ? chosen + 1 : -1);
    else if (event.key === 'ArrowUp') choose(chosen < 0 ? size - 1 : chosen - 1);
    else if (event.key === 'Escape') show(false);
    else if (event.key === 'Enter' && chosen >= 0) open(list.children[chosen]);
    else return;
    event.preventDefault();
  });
  // Before the box loses the focus and the list goes away.
  list.addEventListener('pointerdown', (event) => {
    const item = event.target.closest('li');
    if (!item) return;
    event.preventDefault();
    open(item);
  });
}

function option(id, title, description, address) {
  const item = document.createElement('li');
  item.id = id;
  item.role = 'option';
  const name = document.createElement('bdi');
  name.textContent = title;
  const more = document.createElement('span');
  more.className = 'more';
  more.textContent = description;
  item.append(name, ' ', more);
  // The path alone: this page may be read under another name than the public one.
  item.dataset.path = new URL(address, location.href).pathname;
  return item;
}

function open(item) {
  location.assign(item.dataset.path);
}
