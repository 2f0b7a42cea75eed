import type { Report } from '../findings/finding.js';
import type { ConfigurationDocument } from '../model/document.js';

/** A rule between the parts of a document that has the right shape already. */
export type Rule = (document: ConfigurationDocument, say: { readonly error: Report; readonly warning: Report }) => void;

/** Calls back for every item whose key stood before in the list. */
export function forEachRepeated<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  found: (index: number, first: number) => void,
): void {
  const first = new Map<string, number>();
  items.forEach((item, index) => {
    const before = first.get(keyOf(item));
    if (before === undefined) first.set(keyOf(item), index);
    else found(index, before);
  });
}
