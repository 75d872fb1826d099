/** Buttons that copy a text of the page. Without scripts they stay hidden, and the text can be copied by hand. */
for (const button of document.querySelectorAll('button[data-copy]')) {
  const name = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await copy(document.getElementById(button.dataset.copy).textContent, button);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = name;
    }, 2000);
  });
}

/** Browsers give the clipboard only to pages over https or of the same machine; elsewhere what is selected is copied. */
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
