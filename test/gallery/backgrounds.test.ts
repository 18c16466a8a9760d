/** The backgrounds where most was unreadable. The others are in backgrounds.soak.test.ts. */
import { describeGrounds } from './backgrounds.ts';

describeGrounds([
  { name: 'white, with translucent text', text: 'rgb(18 18 18 / 0.75)', background: '#fff' },
  { name: 'mid grey with white text', text: '#fff', background: '#6b6b6b' },
  { name: 'a dark section of a light page', text: '#eceef1', background: '#14161a', page: '#fff' },
]);
