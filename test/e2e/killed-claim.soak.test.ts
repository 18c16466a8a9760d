import { randomKills } from './random-kills.ts';
import { direct } from './way.ts';

randomKills(direct);
