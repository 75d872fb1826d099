/** A meter under each new password, and a button that shows it. The rules stand above: the server adds them to this file. */
for (const input of document.querySelectorAll('input[autocomplete="new-password"]')) {
  const strength = document.createElement('div');
  strength.className = 'strength';
  const bar = document.createElement('div');
  bar.className = 'bar';
  const advice = document.createElement('span');
  advice.setAttribute('role', 'status');
  strength.append(bar, advice, revealButton(input));
  input.after(strength);
  const fields = input.form.elements;
  const update = () => {
    const email = (fields.email ?? fields.username)?.value ?? '';
    const rating = input.value === '' ? { level: 0, advice: '' } : ratePassword(input.value, email.trim());
    strength.dataset.level = rating.level;
    bar.hidden = input.value === '';
    advice.textContent = rating.advice;
  };
  input.form.addEventListener('input', update);
  update();
}

function revealButton(input) {
  const button = document.createElement('button');
  button.type = 'button';
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
  return button;
}
