/** A page of a listing, and what to ask the next one with; undefined after the last. */
export interface Page<Item, Next = string> {
  readonly items: readonly Item[];
  readonly next: Next | undefined;
}

/** A store said that a listing has more, but not where it goes on. */
export class ListingError extends Error {
  override readonly name = 'ListingError';
  constructor() {
    super('a listing said there is more but not where it goes on');
  }
}
