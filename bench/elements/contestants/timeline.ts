/** Timelines: an entry with its title, text, date and picture. */
import type { Contestant } from './contestant.ts';

const place: Contestant['body'] = ({ sandbox, key, slug, limit }) =>
  `<div id="timeline" data-sandbox="${sandbox}" data-key="${key}" data-slug="${slug}" data-limit="${limit}"></div>`;

export const timelines: Contestant[] = [
  {
    name: 'vanilla-timeline',
    group: 'timeline',
    kind: 'floor',
    page: 'timeline/vanilla.js',
    body: place,
    seen: '#timeline article',
  },
  {
    name: 'lit-timeline',
    group: 'timeline',
    kind: 'lit-floor',
    page: 'timeline/lit.js',
    body: place,
    seen: '#timeline article',
    remark: 'the list of `vanilla-timeline`, drawn by Lit',
  },
  {
    name: 'lit-virtualizer',
    group: 'timeline',
    kind: 'virtual',
    page: 'timeline/virtualizer.js',
    body: place,
    seen: '#timeline article',
    packages: ['@lit-labs/virtualizer'],
    remark: 'the list of `lit-timeline`; only the entries near the view are in the document',
  },
  {
    name: 'collection-timeline',
    group: 'timeline',
    kind: 'ours',
    script: '/cdn/collection-timeline.js',
    body: ({ sandbox, key, slug, limit }) =>
      `<collection-timeline base-url="${sandbox}" api-key="${key}" collection-slug="${slug}" limit="${limit}" paging="auto"></collection-timeline>`,
    seen: 'collection-timeline >>> article',
    scrollPage: 'timeline/collection-timeline.js',
  },
  {
    name: 'collection-timeline-preloaded',
    group: 'timeline',
    kind: 'variant',
    script: '/cdn/collection-timeline.js',
    body: ({ sandbox, key, slug, limit }) =>
      `<collection-timeline base-url="${sandbox}" api-key="${key}" collection-slug="${slug}" limit="${limit}" paging="auto"></collection-timeline>`,
    seen: 'collection-timeline >>> article',
    isPreloaded: true,
    remark: 'the same element with the quick start’s preload lines',
  },
  {
    name: 'timelinejs',
    group: 'timeline',
    kind: 'peer',
    page: 'timeline/timelinejs.js',
    body: place,
    seen: '.tl-slide .tl-text-content',
    packages: ['@knight-lab/timelinejs'],
  },
  {
    name: 'vis-timeline',
    group: 'timeline',
    kind: 'peer',
    page: 'timeline/vis-timeline.js',
    body: place,
    seen: '.vis-item',
    packages: ['vis-timeline'],
  },
  {
    name: 'react-chrono',
    group: 'timeline',
    kind: 'peer',
    page: 'timeline/react-chrono.js',
    body: place,
    seen: '.vertical-item-row .rc-card-title',
    packages: ['react-chrono', 'react'],
  },
  {
    name: 'react-vertical-timeline',
    group: 'timeline',
    kind: 'peer',
    page: 'timeline/react-vertical-timeline.js',
    body: place,
    seen: '.vertical-timeline-element-title',
    packages: ['react-vertical-timeline-component', 'react'],
  },
];
