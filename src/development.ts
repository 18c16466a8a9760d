/** During development, a login and a claim load all their code at once, because it reports wrong attributes. */
import { pageState } from './elements/shared/settings.ts';

pageState().account = true;
