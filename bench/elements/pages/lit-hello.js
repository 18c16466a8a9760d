/** What Lit itself costs. */
import { html, LitElement } from 'lit';

customElements.define(
  'lit-hello',
  class extends LitElement {
    render() {
      return html`<p>Hello, world!</p>`;
    }
  },
);
