/** The floor: a login by one-time code as a custom element, by hand. */
import { make, sendCode, verifyCode } from '../service.js';
import { sheet } from '../vanilla-sheet.js';

class VanillaLogin extends HTMLElement {
  #email = '';
  #step = '';
  #heading = make('h2', { textContent: 'Log in with your email' });
  #label = make('label', { htmlFor: 'field' });
  #input = make('input', { id: 'field', required: true });
  #message = make('p', { role: 'status' });
  #button = make('button', { type: 'submit', className: 'button' });
  #again = make('button', { type: 'button', className: 'link', textContent: 'Send a new code' });
  #other = make('button', { type: 'button', className: 'link', textContent: 'Use another email' });
  #more = make('div', { className: 'more' }, this.#again, this.#other);
  #form = make(
    'form',
    { noValidate: true, onsubmit: (event) => void this.#submit(event) },
    make('div', { className: 'field' }, this.#label, this.#input),
    this.#message,
    this.#button,
    this.#more,
  );

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    this.#again.onclick = () => void this.#try(() => sendCode(this.#email));
    this.#other.onclick = () => this.#show('email');
    this.#show('email');
    root.append(this.#heading, this.#form);
  }

  #show(step) {
    const isCode = step === 'code';
    this.#label.textContent = isCode ? 'Code from the email' : 'Email address';
    Object.assign(
      this.#input,
      isCode
        ? { type: 'text', name: 'code', autocomplete: 'one-time-code', inputMode: 'numeric' }
        : { type: 'email', name: 'email', autocomplete: 'email', inputMode: 'email' },
    );
    this.#input.value = '';
    this.#message.textContent = isCode
      ? `We sent a code to ${this.#email}.`
      : 'We’ll email you a one-time code. No password needed.';
    this.#button.textContent = isCode ? 'Log in' : 'Send code';
    this.#more.hidden = !isCode;
    this.#step = step;
  }

  async #submit(event) {
    event.preventDefault();
    const { value, validity } = this.#input;
    if (!validity.valid) this.#message.textContent = 'Enter an email address like name@example.com.';
    else if (this.#step === 'email')
      await this.#try(async () => {
        await sendCode(value);
        this.#email = value;
        this.#show('code');
        this.#input.focus();
      });
    else
      await this.#try(async () => {
        const { success } = await verifyCode(this.#email, value.trim());
        if (!success) throw new Error('That code is incorrect or has expired.');
        this.#heading.textContent = 'Logged in';
        this.#form.replaceChildren(`You are logged in as ${this.#email}.`);
        this.dispatchEvent(new CustomEvent('vanilla-login-success', { bubbles: true, composed: true }));
      });
  }

  async #try(action) {
    this.#button.disabled = true;
    try {
      await action();
    } catch (error) {
      this.#message.textContent = error.message;
    } finally {
      this.#button.disabled = false;
    }
  }
}

customElements.define('vanilla-login', VanillaLogin);
