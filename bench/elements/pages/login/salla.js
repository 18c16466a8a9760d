/** Salla: its SDK, begun as its README tells, and the component. */
import '@salla.sa/twilight';
import { defineCustomElement } from '@salla.sa/twilight-components/dist/components/salla-verify.js';

globalThis.salla.init({ language_code: 'en', store: { id: 1, url: 'https://bench.salla.sa' } });
defineCustomElement();
