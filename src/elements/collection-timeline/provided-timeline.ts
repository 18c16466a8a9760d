/** A collection and entries that the page itself provides, checked like the service's responses. */
import type { Collection, TimelineEntry } from '../../api/models.ts';
import { timelineEntryList } from '../../api/timeline.ts';
import type { AttributeProblem, Maybe } from '../shared/attributes.ts';
import { headerSchema } from './collection-header.ts';

/** Undefined for data that JSON cannot express, such as circular objects. */
function jsonOf(data: unknown): string | undefined {
  try {
    return JSON.stringify(data ?? null);
  } catch {
    return undefined;
  }
}

export class ProvidedTimeline {
  #entries: readonly TimelineEntry[] | undefined;
  #collection: Collection | undefined;
  /** Frameworks set new but equal objects, which change nothing. */
  #entriesJson: string | undefined;
  #collectionJson: string | undefined;
  #byId: ReadonlyMap<number, TimelineEntry> | undefined;
  #areEntriesInvalid = false;
  #isCollectionInvalid = false;

  get entries(): readonly TimelineEntry[] | undefined {
    return this.#entries;
  }

  /** The page's own entry with this id, even if the service has sent it since. */
  entryOf(id: number): TimelineEntry | undefined {
    this.#byId ??= new Map(this.#entries?.map((entry) => [entry.id, entry]));
    return this.#byId.get(id);
  }

  /** Undefined if invalid: a timeline works without a collection. */
  get collection(): Collection | undefined {
    return this.#isCollectionInvalid ? undefined : this.#collection;
  }

  setEntries(entries: Maybe<readonly TimelineEntry[]>): void {
    const json = jsonOf(entries);
    if (json && json === this.#entriesJson && !this.#areEntriesInvalid) return;
    this.#entriesJson = json;
    this.#entries = entries ?? undefined;
    this.#byId = undefined;
    this.#areEntriesInvalid = Boolean(entries && timelineEntryList(entries));
  }

  setCollection(collection: Maybe<Collection>): void {
    const json = jsonOf(collection);
    if (json && json === this.#collectionJson && !this.#isCollectionInvalid) return;
    this.#collectionJson = json;
    this.#collection = collection ?? undefined;
    this.#isCollectionInvalid = Boolean(collection && headerSchema(collection));
  }

  get entriesProblem(): AttributeProblem | undefined {
    return this.#areEntriesInvalid
      ? { attribute: 'entries', allowed: 'a JSON array of timeline entries' }
      : undefined;
  }

  get collectionProblem(): AttributeProblem | undefined {
    return this.#isCollectionInvalid
      ? { attribute: 'collection', allowed: 'a JSON object, a collection' }
      : undefined;
  }
}
