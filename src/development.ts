/** While a page is developed, a login and a claim load all of their code at once, because it reports wrong attributes. */
import { pageState } from './elements/shared/settings.ts';

pageState().account = true;
