/** A lightbox for pictures. Without JavaScript, thumbnails link to the full-size picture. */

const links = [...document.querySelectorAll('a[data-lightbox]')];
const dialog = document.createElement('dialog');
dialog.className = 'lightbox';
dialog.ariaLabel = 'Pictures';

const picture = document.createElement('img');
const caption = document.createElement('p');
const position = document.createElement('p');
caption.dir = 'auto';
position.role = 'status';
const previous = button('Previous', () => show(current - 1));
const next = button('Next', () => show(current + 1));
const close = button('Close', () => dialog.close());
const top = bar(position, previous, next, close);
dialog.append(top, picture, bar(caption));

const OLD_SCREEN_HEIGHT = 320;
let current = 0;

picture.addEventListener('error', () => {
  caption.textContent = `${links[current].ariaLabel} (could not be loaded)`;
});

// The screens of old machines have few pixels: blurred, they are not what one saw.
picture.addEventListener('load', () => {
  picture.style.imageRendering = picture.naturalHeight <= OLD_SCREEN_HEIGHT ? 'pixelated' : '';
});

dialog.addEventListener('keydown', (event) => {
  const targets = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: links.length - 1 };
  if (!(event.key in targets)) return;
  event.preventDefault();
  show(targets[event.key]);
});
dialog.addEventListener('click', (event) => {
  if (event.target === picture || event.target === dialog) dialog.close();
});
// Moves the focus to the picture that was shown last.
dialog.addEventListener('close', () => links[current].focus());

for (const [i, link] of links.entries()) {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!dialog.isConnected) document.body.append(dialog);
    dialog.showModal();
    show(i);
  });
}

function show(index) {
  current = (index + links.length) % links.length;
  const text = links[current].ariaLabel;
  picture.src = links[current].href;
  picture.alt = text;
  caption.textContent = text;
  position.textContent = `${current + 1} of ${links.length}`;
}

function button(text, onClick) {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = text;
  element.addEventListener('click', onClick);
  return element;
}

function bar(...children) {
  const element = document.createElement('div');
  element.className = 'bar';
  element.append(...children);
  return element;
}
