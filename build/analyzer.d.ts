// The analyzer has no types for its programmatic interface.
declare module '@custom-elements-manifest/analyzer/src/browser-entrypoint.js' {
  import type { Plugin } from '@custom-elements-manifest/analyzer';
  import type { Package } from 'custom-elements-manifest/schema';
  import type { SourceFile } from 'typescript';
  export function create(options: { modules: SourceFile[]; plugins: Plugin[] }): Package;
  export function litPlugin(): Plugin[];
}
