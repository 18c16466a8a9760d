/** The contestants. To add one, add a row to one of these lists, and a page in `pages/`. */
import { claims } from './claim.ts';
import type { Contestant, Group } from './contestant.ts';
import { logins } from './login.ts';
import { timelines } from './timeline.ts';

const measures: Contestant[] = [
  {
    name: 'empty',
    group: 'all',
    kind: 'empty',
    body: () => '<p>Nothing</p>',
    seen: 'main > p',
  },
  {
    name: 'lit-hello',
    group: 'all',
    kind: 'lit',
    page: 'lit-hello.js',
    body: () => '<lit-hello></lit-hello>',
    seen: 'lit-hello >>> p',
  },
];

export const contestants: Contestant[] = [...measures, ...logins, ...claims, ...timelines];

export const isIn = ({ group }: Contestant, wanted: Group): boolean => group === wanted || group === 'all';
