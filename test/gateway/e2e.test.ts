/** A login and a claim with the keyboard through each kind of gateway. The soak tests go through everything else. */
import { keyboardInClaim } from '../e2e/keyboard.ts';
import { inWorkerd, onNode } from './ways.ts';

keyboardInClaim(onNode);
keyboardInClaim(inWorkerd);
