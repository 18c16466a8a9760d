/** What a shop would write around the card and buttons of a kit: the steps of ours, without their states. */
import { claim, make } from '../service.js';

/** @param kit the kit's prefix: `wa`, `sl` */
export function buildClaim(kit, variant) {
  const place = document.getElementById('claim');
  const message = make('p', { textContent: 'Claim it to see what you get.' });
  const button = make(`${kit}-button`, { variant, textContent: 'Claim reward' });
  const card = make(
    `${kit}-card`,
    {},
    make('h2', { textContent: 'Your reward is waiting' }),
    message,
    button,
  );
  button.addEventListener('click', async () => {
    button.loading = true;
    try {
      const { value, discountCode } = await claim(place.dataset.token);
      const copy = make(`${kit}-copy-button`, { value: discountCode });
      card.replaceChildren(
        make('h2', { textContent: `${value} % off` }),
        make('code', { textContent: discountCode }),
        copy,
      );
    } catch (error) {
      message.textContent = error.message;
    } finally {
      button.loading = false;
    }
  });
  place.append(card);
}
