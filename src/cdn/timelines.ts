/** Imported before the entry of a script with timelines. */
import { sendFirstRequests } from './first-requests.ts';
import { readTag } from './script-tag.ts';

readTag();
document.querySelectorAll('collection-timeline').forEach(sendFirstRequests);
