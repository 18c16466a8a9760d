import { isServer as isLitOnServer } from 'lit';

/** Whether a server draws: there is no page, and nothing to ask. Constant in a bundle for the browser. */
export const isServer: boolean = isLitOnServer;
