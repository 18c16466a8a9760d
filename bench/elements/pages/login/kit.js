/** What a shop would write around the fields and buttons of a kit: the steps of ours, without their states. */
import { make, sendCode, verifyCode } from '../service.js';

/** @param kit the kit's prefix: `wa`, `sl` */
export function buildLogin(kit, variant) {
  let email = '';
  const input = make(`${kit}-input`, {
    label: 'Email address',
    type: 'email',
    name: 'email',
    required: true,
  });
  const message = make('p', { textContent: 'We’ll email you a one-time code. No password needed.' });
  const button = make(`${kit}-button`, { type: 'submit', variant, textContent: 'Send code' });
  const form = make('form', {}, input, message, button);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void next().catch((error) => (message.textContent = error.message));
  });

  async function next() {
    if (!email) {
      await sendCode(input.value);
      email = input.value;
      Object.assign(input, { label: 'Code from the email', type: 'text', value: '' });
      message.textContent = `We sent a code to ${email}.`;
      button.textContent = 'Log in';
      return;
    }
    const { success } = await verifyCode(email, input.value);
    if (success) form.replaceChildren(`You are logged in as ${email}.`);
    else message.textContent = 'That code is incorrect or has expired.';
  }

  const card = make(`${kit}-card`, {}, make('h2', { textContent: 'Log in with your email' }), form);
  document.getElementById('login').append(card);
}
