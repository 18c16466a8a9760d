/** A reward from Web Awesome's parts, each imported alone as its documentation tells bundlers to. */
import '@awesome.me/webawesome/dist/styles/themes/default.css';
import '@awesome.me/webawesome/dist/components/button/button.js';
import '@awesome.me/webawesome/dist/components/card/card.js';
import '@awesome.me/webawesome/dist/components/copy-button/copy-button.js';
import { buildClaim } from './kit.js';

buildClaim('wa', 'brand');
