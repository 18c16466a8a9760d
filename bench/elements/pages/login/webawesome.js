/** A login from Web Awesome's parts, each imported alone as its documentation tells bundlers to. */
import '@awesome.me/webawesome/dist/styles/themes/default.css';
import '@awesome.me/webawesome/dist/components/button/button.js';
import '@awesome.me/webawesome/dist/components/card/card.js';
import '@awesome.me/webawesome/dist/components/input/input.js';
import { buildLogin } from './kit.js';

buildLogin('wa', 'brand');
