/** Autocomplete for the search box. Without JavaScript it is a plain form. */

const DEBOUNCE_MS = 120;

for (const [i, form] of document.querySelectorAll('form[data-suggest]').entries())
  addSuggestions(form, `suggestions-${i}`);

// As on many sites, a slash goes to the search, unless it is typed into a field.
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, textarea, select, [contenteditable]')) return;
  event.preventDefault();
  document.querySelector('form[data-suggest] input[type=search]').focus();
});

function addSuggestions(form, id) {
  const input = form.querySelector('input[type=search]');
  const list = document.createElement('ul');
  list.id = id;
  list.className = 'suggestions';
  list.role = 'listbox';
  list.ariaLabel = 'Suggestions';
  list.hidden = true;
  form.append(list);
  input.role = 'combobox';
  input.ariaAutoComplete = 'list';
  input.setAttribute('aria-controls', id);
  input.ariaExpanded = 'false';

  let selected = -1;
  let searchText = '';
  let timer;

  const select = (index) => {
    selected = index;
    [...list.children].forEach((item, i) => {
      item.ariaSelected = String(i === index);
    });
    if (index < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', list.children[index].id);
  };
  const show = (open) => {
    list.hidden = !open;
    input.ariaExpanded = String(open);
    select(-1);
  };
  const fill = ([, titles, descriptions, urls, more]) => {
    const covers = more?.['ludex:covers'] ?? [];
    const options = titles.map((title, i) => option(`${id}-${i}`, title, descriptions[i], urls[i], covers[i]));
    list.replaceChildren(...options);
    show(titles.length > 0);
  };
  const suggest = async () => {
    const title = searchText;
    if (title === '') return show(false);
    try {
      const response = await fetch(`${form.dataset.suggest}?${new URLSearchParams({ title })}`);
      const suggestions = await response.json();
      if (title === searchText && document.activeElement === input) fill(suggestions);
    } catch {
      show(false);
    }
  };

  input.addEventListener('input', () => {
    // Responses for any other text are now outdated.
    searchText = input.value.trim();
    select(-1);
    clearTimeout(timer);
    timer = setTimeout(suggest, DEBOUNCE_MS);
  });
  input.addEventListener('blur', () => setTimeout(() => show(false), DEBOUNCE_MS));
  input.addEventListener('keydown', (event) => {
    const size = list.children.length;
    if (list.hidden || size === 0) return;
    if (event.key === 'ArrowDown') select(selected + 1 < size ? selected + 1 : -1);
    else if (event.key === 'ArrowUp') select(selected < 0 ? size - 1 : selected - 1);
    else if (event.key === 'Escape') show(false);
    else if (event.key === 'Enter' && selected >= 0) open(list.children[selected]);
    else return;
    event.preventDefault();
  });
  // pointerdown comes before blur, which hides the list.
  list.addEventListener('pointerdown', (event) => {
    const item = event.target.closest('li');
    if (!item) return;
    event.preventDefault();
    open(item);
  });
}

function option(id, title, description, url, cover) {
  const item = document.createElement('li');
  item.id = id;
  item.role = 'option';
  const name = document.createElement('bdi');
  name.textContent = title;
  const more = document.createElement('span');
  more.className = 'more';
  more.textContent = description;
  item.append(smallCover(cover), name, ' ', more);
  // Without the host: the site may be open under another host than its public URL.
  const { pathname, search } = new URL(url, location.href);
  item.dataset.path = pathname + search;
  return item;
}

/** A platform or a company has none, but its name begins at the same place. */
function smallCover(address) {
  const place = document.createElement('span');
  place.className = 'small-cover';
  if (!address) return place;
  const image = document.createElement('img');
  image.alt = '';
  image.src = address;
  place.append(image);
  return place;
}

function open(item) {
  location.assign(item.dataset.path);
}
