/** The loader as a classic script, for shop systems that load it as one, such as a theme app extension. */
import './loader.ts';
