/** The floor drawn by Lit: what `vanilla.js` shows and does, and nothing else. */
import { html, LitElement } from 'lit';
import { sendCode, verifyCode } from '../service.js';
import { sheet } from '../vanilla-sheet.js';

class LitLogin extends LitElement {
  static styles = sheet;
  static properties = { email: {}, step: {}, message: {}, isBusy: {} };

  constructor() {
    super();
    this.email = '';
    this.#show('email');
  }

  #show(step) {
    this.step = step;
    this.message =
      step === 'code'
        ? `We sent a code to ${this.email}.`
        : 'We’ll email you a one-time code. No password needed.';
  }

  async #submit(event) {
    event.preventDefault();
    const input = this.renderRoot.querySelector('input');
    const { value, validity } = input;
    if (!validity.valid) this.message = 'Enter an email address like name@example.com.';
    else if (this.step === 'email')
      await this.#try(async () => {
        await sendCode(value);
        this.email = value;
        this.#show('code');
        input.value = '';
        input.focus();
      });
    else
      await this.#try(async () => {
        const { success } = await verifyCode(this.email, value.trim());
        if (!success) throw new Error('That code is incorrect or has expired.');
        this.step = 'done';
        this.dispatchEvent(new CustomEvent('lit-login-success', { bubbles: true, composed: true }));
      });
  }

  async #try(action) {
    this.isBusy = true;
    try {
      await action();
    } catch (error) {
      this.message = error.message;
    } finally {
      this.isBusy = false;
    }
  }

  render() {
    const { email, step, message, isBusy } = this;
    const isCode = step === 'code';
    if (step === 'done')
      return html`<h2>Logged in</h2>
        You are logged in as ${email}.`;
    return html`
      <h2>Log in with your email</h2>
      <form novalidate @submit=${this.#submit}>
        <div class="field">
          <label for="field">${isCode ? 'Code from the email' : 'Email address'}</label>
          <input
            id="field"
            required
            type=${isCode ? 'text' : 'email'}
            name=${isCode ? 'code' : 'email'}
            autocomplete=${isCode ? 'one-time-code' : 'email'}
            inputmode=${isCode ? 'numeric' : 'email'}
          />
        </div>
        <p role="status">${message}</p>
        <button type="submit" class="button" ?disabled=${isBusy}>${isCode ? 'Log in' : 'Send code'}</button>
        <div class="more" ?hidden=${!isCode}>
          <button type="button" class="link" @click=${() => this.#try(() => sendCode(email))}>
            Send a new code
          </button>
          <button type="button" class="link" @click=${() => this.#show('email')}>Use another email</button>
        </div>
      </form>
    `;
  }
}

customElements.define('lit-login', LitLogin);
