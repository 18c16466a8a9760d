import { lateFiles } from './late-files.ts';
import { direct } from './way.ts';

lateFiles(direct);
