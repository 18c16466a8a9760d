/** A script tag of `type="module"` that has timelines. */
import './timelines.ts';

export * from './entry.ts';
