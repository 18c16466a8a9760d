/** A reward from Shoelace's parts, each imported alone as its documentation tells bundlers to. */
import '@shoelace-style/shoelace/dist/themes/light.css';
import '@shoelace-style/shoelace/dist/components/button/button.js';
import '@shoelace-style/shoelace/dist/components/card/card.js';
import '@shoelace-style/shoelace/dist/components/copy-button/copy-button.js';
import { buildClaim } from './kit.js';

buildClaim('sl', 'primary');
