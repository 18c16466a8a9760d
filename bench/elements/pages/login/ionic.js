/** Ionic: the field for a one-time code and a button, as its documentation imports single components. */
import { defineCustomElement as defineButton } from '@ionic/core/components/ion-button.js';
import { defineCustomElement as defineInputOtp } from '@ionic/core/components/ion-input-otp.js';
import '@ionic/core/css/core.css';
import '@ionic/core/css/normalize.css';
import '@ionic/core/css/structure.css';
import { initialize } from '@ionic/core/components';
import { make } from '../service.js';

initialize();
defineButton();
defineInputOtp();

const input = make('ion-input-otp', { length: 6 }, 'We sent a code to your email address.');
document
  .getElementById('login')
  .append(
    make('h2', { textContent: 'Log in with your email' }),
    input,
    make('ion-button', { type: 'submit', textContent: 'Log in' }),
  );
