/** The loader as a classic script, for shop systems that load scripts by themselves: a theme app extension's blocks. */
import './loader.ts';
