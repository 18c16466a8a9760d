/** A login from Shoelace's parts, each imported alone as its documentation tells bundlers to. */
import '@shoelace-style/shoelace/dist/themes/light.css';
import '@shoelace-style/shoelace/dist/components/button/button.js';
import '@shoelace-style/shoelace/dist/components/card/card.js';
import '@shoelace-style/shoelace/dist/components/input/input.js';
import { buildLogin } from './kit.js';

buildLogin('sl', 'primary');
