/** The backgrounds that are not in backgrounds.test.ts: each takes seconds. */
import { describeGrounds } from './backgrounds.ts';

describeGrounds([
  { name: 'white with grey text', text: '#444', background: '#fff' },
  { name: 'a dark page', text: '#eceef1', background: '#14161a', page: '#14161a', scheme: 'dark' },
  { name: 'mid grey with black text', text: '#000', background: '#858585' },
  { name: 'red', text: '#fff', background: '#c8102e' },
  { name: 'yellow', text: '#1a1a1a', background: '#ffd400' },
  { name: 'blue', text: '#fff', background: '#334fb4', scheme: 'dark' },
  { name: 'a gradient', text: '#fff', background: 'linear-gradient(135deg, #5b1d6e, #0b5563, #333)' },
  {
    name: 'a picture',
    text: '#fff',
    background: 'linear-gradient(rgb(0 0 0 / 0.6) 0 0), url(media/nordlicht-02.webp) 0 0 / 400px',
  },
  {
    name: 'a translucent section',
    text: '#222',
    background: 'rgb(255 255 255 / 0.7)',
    page: 'linear-gradient(90deg, #ff8a00, #00c2a8, #7ab8ff)',
  },
  {
    name: 'a light section of a dark page',
    text: '#222',
    background: '#fff',
    page: '#14161a',
    scheme: 'dark',
  },
]);
