/** Buttons that copy a text of the page. Without scripts they stay hidden, and the text can be copied by hand. */
for (const button of document.querySelectorAll('button[data-copy]')) {
  const name = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = name;
    }, 2000);
  });
}
