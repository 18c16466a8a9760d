import { isServer as isLitOnServer } from 'lit';

/** Whether a server draws: there is no document, and no request is sent. Constant in a bundle for browsers. */
export const isServer: boolean = isLitOnServer;
