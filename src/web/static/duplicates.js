/** Keys for the buttons and links of the queue of duplicates, and a reload while the games are being compared. */
const OFF = 'duplicate-keys-off';
const RELOAD_MS = 3000;

if (document.querySelector('[data-reload]')) setTimeout(() => location.reload(), RELOAD_MS);
const decision = document.querySelector('form.decision');
if (decision) addSwitch(decision);
document.addEventListener('keydown', press);

function press(event) {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || isOff()) return;
  if (event.target.closest('input:not([type="checkbox"]), select, textarea')) return;
  const target = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!target) return;
  event.preventDefault();
  target.click();
}

/** Single keys disturb people who dictate, so they can be turned off. */
function addSwitch(form) {
  const label = document.createElement('label');
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.checked = !isOff();
  label.append(box, ' Keys');
  form.append(label);
  showKeys();
  box.addEventListener('change', () => {
    localStorage.setItem(OFF, box.checked ? '' : 'yes');
    showKeys();
  });
}

function showKeys() {
  for (const key of document.querySelectorAll('[data-key] kbd')) key.hidden = isOff();
}

function isOff() {
  return localStorage.getItem(OFF) === 'yes';
}
