/** Shows pictures large, one after another. Without this script each is a link to the whole picture. */

const links = [...document.querySelectorAll('a[data-lightbox]')];
const dialog = document.createElement('dialog');
dialog.className = 'lightbox';
dialog.ariaLabel = 'Pictures';

const picture = document.createElement('img');
const caption = document.createElement('p');
const place = document.createElement('p');
caption.dir = 'auto';
place.role = 'status';
const previous = button('Previous', () => show(at - 1));
const next = button('Next', () => show(at + 1));
const close = button('Close', () => dialog.close());
const top = bar(place, previous, next, close);
dialog.append(top, picture, bar(caption));

let at = 0;

picture.addEventListener('error', () => {
  caption.textContent = `${links[at].ariaLabel} (the picture could not be loaded)`;
});

dialog.addEventListener('keydown', (event) => {
  const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: links.length - 1 };
  if (!(event.key in steps)) return;
  event.preventDefault();
  show(steps[event.key]);
});
dialog.addEventListener('click', (event) => {
  if (event.target === picture || event.target === dialog) dialog.close();
});
// Back where the person was, at the picture that was seen last.
dialog.addEventListener('close', () => links[at].focus());

for (const [i, link] of links.entries()) {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!dialog.isConnected) document.body.append(dialog);
    dialog.showModal();
    show(i);
  });
}

function show(wanted) {
  at = (wanted + links.length) % links.length;
  const words = links[at].ariaLabel;
  picture.src = links[at].href;
  picture.alt = words;
  caption.textContent = words;
  place.textContent = `${at + 1} of ${links.length}`;
}

function button(text, press) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', press);
  return made;
}

function bar(...parts) {
  const made = document.createElement('div');
  made.className = 'bar';
  made.append(...parts);
  return made;
}
