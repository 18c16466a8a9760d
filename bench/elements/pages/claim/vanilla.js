/** The floor: a reward and the button that claims it as a custom element, by hand. */
import { claim, make } from '../service.js';
import { sheet } from '../vanilla-sheet.js';

class VanillaClaim extends HTMLElement {
  #message = make('p', { role: 'status' });
  #button = make('button', { type: 'button', className: 'button', textContent: 'Claim reward' });

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    this.#button.onclick = () => void this.#claim();
    root.append(
      make('h2', { textContent: 'Your reward is waiting' }),
      make('p', { className: 'soft', textContent: 'Claim it to see what you get.' }),
      this.#message,
      this.#button,
    );
  }

  async #claim() {
    this.#button.disabled = true;
    this.#button.textContent = 'Claiming…';
    try {
      const { value, discountCode } = await claim(this.getAttribute('token'));
      const copy = make('button', { type: 'button', className: 'button', textContent: 'Copy code' });
      copy.onclick = async () => {
        await navigator.clipboard.writeText(discountCode);
        this.#message.textContent = 'Code copied';
      };
      this.shadowRoot.replaceChildren(
        make('p', { className: 'soft', textContent: 'Reward claimed' }),
        make('h2', { textContent: `${value} % off` }),
        make('div', { className: 'ticket' }, make('code', { textContent: discountCode }), copy),
        this.#message,
      );
      this.dispatchEvent(new CustomEvent('vanilla-claim-success', { bubbles: true, composed: true }));
    } catch (error) {
      this.#message.textContent = error.message;
      this.#button.textContent = 'Try again';
      this.#button.disabled = false;
    }
  }
}

customElements.define('vanilla-claim', VanillaClaim);
