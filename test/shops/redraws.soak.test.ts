/** A merchant who works on a theme for a long time. */
import { setStage } from '../cdn/support.ts';
import { testRedraws } from './redraws.ts';

testRedraws(setStage('loader.unchecked.classic'), 100);
