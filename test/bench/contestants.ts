/** Who takes part. Another one is a row here and a page in `pages/`. */

/** What a page must know to ask the sandbox. */
export interface Source {
  sandbox: string;
  key: string;
  slug: string;
  limit: number;
}

export interface Contestant {
  name: string;
  /** Ours, the floor that is written by hand, or what a shop could install. */
  kind: 'ours' | 'floor' | 'peer';
  /** The module of the page in `pages/`; by convention it sets `globalThis.contestant`. */
  page: string;
  /** What the page's body has besides scripts; by default the place where the module puts its timeline. */
  body?: (source: Source) => string;
  /** The npm package, whose version is printed. */
  package?: string;
}

export const contestants: Contestant[] = [
  {
    name: 'vanilla',
    kind: 'floor',
    page: 'vanilla.js',
  },
  {
    name: 'collection-timeline',
    kind: 'ours',
    page: 'collection-timeline.js',
    body: ({ sandbox, key, slug, limit }) =>
      `<collection-timeline base-url="${sandbox}" api-key="${key}" collection-slug="${slug}" limit="${limit}" paging="auto"></collection-timeline>
      <script type="module" src="/cdn/collection-timeline.js"></script>`,
  },
  {
    name: 'timelinejs',
    kind: 'peer',
    page: 'timelinejs.js',
    package: '@knight-lab/timelinejs',
  },
  {
    name: 'vis-timeline',
    kind: 'peer',
    page: 'vis-timeline.js',
    package: 'vis-timeline',
  },
  {
    name: 'react-chrono',
    kind: 'peer',
    page: 'react-chrono.js',
    package: 'react-chrono',
  },
  {
    name: 'react-vertical-timeline',
    kind: 'peer',
    page: 'react-vertical-timeline.js',
    package: 'react-vertical-timeline-component',
  },
];
