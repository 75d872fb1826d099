/** Copy buttons. They stay hidden without JavaScript. */
for (const button of document.querySelectorAll('button[data-copy]')) {
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await copy(document.getElementById(button.dataset.copy).textContent, button);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}

/** The clipboard API needs https or localhost. Elsewhere the deprecated execCommand copies the selection. */
async function copy(text, button) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  button.after(field);
  field.select();
  document.execCommand('copy');
  field.remove();
  button.focus();
}
