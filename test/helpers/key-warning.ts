/**
 * The elements' warning about a key in the page, which appears once for each page. Tests that use the sandbox with
 * their own key ignore this message, and no other.
 */
import { KEY_IN_PAGE } from '../../src/elements/shared/api-key.ts';

export const isKeyWarning = (text: string): boolean => text === KEY_IN_PAGE;
