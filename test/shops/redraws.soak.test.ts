/** A merchant who works on a theme for a long time. */
import { setListeningStage } from '../cdn/support.ts';
import { testRedraws } from './redraws.ts';

testRedraws(setListeningStage('loader.unchecked.classic'), 100);
