/** Hanko: its README's set-up. */
import { register } from '@teamhanko/hanko-elements';

await register(`${location.origin}/service/hanko-elements`);
