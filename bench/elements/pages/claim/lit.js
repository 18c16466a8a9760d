/** The floor drawn by Lit: what `vanilla.js` shows and does, and nothing else. */
import { html, LitElement } from 'lit';
import { claim } from '../service.js';
import { sheet } from '../vanilla-sheet.js';

class LitClaim extends LitElement {
  static styles = sheet;
  static properties = { token: {}, label: {}, message: {}, isBusy: {}, result: {} };

  constructor() {
    super();
    this.label = 'Claim reward';
  }

  async #claim() {
    this.isBusy = true;
    this.label = 'Claiming…';
    try {
      this.result = await claim(this.token);
      this.dispatchEvent(new CustomEvent('lit-claim-success', { bubbles: true, composed: true }));
    } catch (error) {
      this.message = error.message;
      this.label = 'Try again';
      this.isBusy = false;
    }
  }

  async #copy() {
    await navigator.clipboard.writeText(this.result.discountCode);
    this.message = 'Code copied';
  }

  render() {
    const { label, message, isBusy, result } = this;
    if (result)
      return html`
        <p class="soft">Claimed</p>
        <h2>${result.value} % off</h2>
        <div class="ticket">
          <code>${result.discountCode}</code>
          <button type="button" class="button" @click=${this.#copy}>Copy code</button>
        </div>
        <p role="status">${message}</p>
      `;
    return html`
      <h2>Your reward is waiting</h2>
      <p class="soft">Claim it to see what you get.</p>
      <p role="status">${message}</p>
      <button type="button" class="button" ?disabled=${isBusy} @click=${this.#claim}>${label}</button>
    `;
  }
}

customElements.define('lit-claim', LitClaim);
