/** Registers the three elements where a server draws them, such as with `@lit-labs/ssr`. */
import './define.ts';
import './elements/collection-timeline/server.ts';
