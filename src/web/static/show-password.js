/** A button at each new password that shows it. */
for (const input of document.querySelectorAll('input[autocomplete="new-password"]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'show-password';
  const set = (type, label) => {
    input.type = type;
    button.textContent = label;
  };
  button.addEventListener('click', () =>
    input.type === 'password' ? set('text', 'Hide password') : set('password', 'Show password'),
  );
  // The browser's password manager expects a password field.
  input.form.addEventListener('submit', () => set('password', 'Show password'));
  set('password', 'Show password');
  input.after(button);
}
