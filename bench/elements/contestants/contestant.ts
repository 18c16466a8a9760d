/** The description of a contestant. */
import type { Service } from '../services/service.ts';

export const groups = ['login', 'claim', 'timeline'] as const;

export type Group = (typeof groups)[number];

/** The data that the page of a timeline needs to send requests to the sandbox. */
export interface Source {
  sandbox: string;
  key: string;
  slug: string;
  limit: number;
  /** Of the grant that a visit claims; only where the benchmark uses the elements. */
  token?: string;
}

/** How the benchmark uses a login or a claim once; selectors as in `seen`. */
export interface Use {
  /** Where the address is typed. */
  field?: string;
  button: string;
  /** Can be seen once the code was sent, or the reward is claimed. */
  next: string;
}

export interface Contestant {
  name: string;
  /** The kind of UI that it shows; `all`: the measures that every group is compared with. */
  group: Group | 'all';
  /**
   * Ours, another of our files, the floor that is written by hand, the same drawn by Lit, the same of which only what is near
   * the view is in the document, Lit alone, the page without anything, or what a shop could install.
   */
  kind: 'ours' | 'variant' | 'floor' | 'lit-floor' | 'virtual' | 'lit' | 'empty' | 'peer';
  /** A peer that is built from a kit's parts instead of being a product. */
  isKit?: true;
  /** The script that it has by itself, as a shop would name it in a tag. */
  script?: string;
  /** Whether the page preloads what that script loads at once, as the quick start has it. */
  isPreloaded?: boolean;
  /** The module of the page in `pages/`. */
  page?: string;
  /** The HTML of the page's body. */
  body: (source: Source) => string;
  /** The element that a shopper must see: a selector, with ` >>> ` between parts to enter shadow roots and frames. */
  seen: string;
  use?: Use;
  /**
   * Packages that it shall have from another folder of `node_modules/`, where its own dependencies would get those of
   * another contestant.
   */
  alias?: Record<string, string>;
  /** The npm packages, whose versions are printed. The first one is the subject of the comparison. */
  packages?: string[];
  /** The vendor's service, with only the requests that the contestant's page sends before it shows itself. */
  service?: Service;
  /** Features that are missing or were left out, in words for the report. */
  remark?: string;
  /** Timelines: the module of the page where it is scrolled, if that needs another one than `page`. */
  scrollPage?: string;
}
