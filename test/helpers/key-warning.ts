/**
 * What the elements say, once for a page, of a key in it. Tests that reach the sandbox with a key of their own do without
 * this one message, and no other.
 */
import { KEY_IN_PAGE } from '../../src/elements/shared/api-key.ts';

export const isKeyWarning = (text: string): boolean => text === KEY_IN_PAGE;
