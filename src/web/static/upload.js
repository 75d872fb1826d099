/** Dropped and pasted pictures go into the file field of the form, which works without this script. */
const form = document.querySelector('form.upload');
const input = form.querySelector('input[type="file"]');
const list = document.createElement('ul');
list.className = 'plain';
input.after(list);
for (const hint of form.querySelectorAll('[data-drop]')) hint.hidden = false;

input.addEventListener('change', showNames);
addEventListener('dragover', (event) => {
  if (!event.dataTransfer.types.includes('Files')) return;
  event.preventDefault();
  form.classList.add('dragging');
});
addEventListener('dragleave', (event) => {
  if (!event.relatedTarget) form.classList.remove('dragging');
});
addEventListener('drop', (event) => {
  form.classList.remove('dragging');
  if (event.dataTransfer.files.length === 0) return;
  event.preventDefault();
  add(event.dataTransfer.files);
});
addEventListener('paste', (event) => {
  if (event.clipboardData.files.length > 0) add(event.clipboardData.files);
});

function add(files) {
  const all = new DataTransfer();
  for (const file of [...input.files, ...files]) all.items.add(file);
  input.files = all.files;
  showNames();
  form.scrollIntoView({ block: 'nearest' });
}

function showNames() {
  list.replaceChildren(
    ...Array.from(input.files, ({ name }) => {
      const item = document.createElement('li');
      item.textContent = name;
      return item;
    }),
  );
}
