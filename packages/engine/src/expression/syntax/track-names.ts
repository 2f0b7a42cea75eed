import { ContextTracker } from '@lezer/lr';
import { trackVariables, type VariableContext } from 'lezer-feel';
import { NameContext } from './name-context.js';

/** Parts of one name: the parser joins them anew for each further part. */
const MAX_NAME_PARTS = 100;
/** Children of a place that are kept. The parser looks at the last few, of a call also at the first, of a list at all. */
const KEPT_CHILDREN = 16;

/** What the parser remembers of a place of the text: the parts of its class that are used here. */
interface Place {
  readonly name: string | undefined;
  /** Of the name that is being read. */
  readonly tokens: readonly string[];
  readonly children: readonly Value[];
  assign(changes: { readonly children: readonly Value[] }): Place;
}
interface Value {
  /** What is known of the members of the value. */
  computedValue(): unknown;
}

interface Tracker {
  readonly start: Place;
  reduce(place: Place, term: number, stack: unknown, input: unknown): Place;
}

/**
 * Tells the parser which names there are. It is the parser's own tracker in linear time: names in {@link NameContext}, and of
 * long lists, calls and contexts only what it may still ask for.
 */
export function trackNames(names: NameContext): ContextTracker<Place> {
  // Its members are left out of the declarations; the version of the package is fixed by the tests of this file.
  const tracker = trackVariables({}, NameContext as unknown as typeof VariableContext) as unknown as Tracker;
  const start = Object.assign(tracker.start, {
    context: names,
    // The contexts are their own caches.
    __cache: { get: (context: NameContext) => context, set: () => undefined },
  });
  return new ContextTracker<Place>({
    start,
    reduce: (place, term, stack, input) => shortened(tracker.reduce(place, term, stack, input)),
  });
}

function shortened(place: Place): Place {
  const { tokens, children } = place;
  if (tokens.length > MAX_NAME_PARTS) throw new Error(`a name may have at most ${MAX_NAME_PARTS} parts`);
  if (children.length <= 2 * KEPT_CHILDREN) return place;
  return place.assign({ children: [...headOf(place), ...children.slice(-KEPT_CHILDREN)] });
}

function headOf({ name, children }: Place): readonly Value[] {
  if (name === 'FunctionInvocation') return children.slice(0, 1);
  if (name !== 'List') return [];
  // The members of a list's elements are known of the list.
  const members = NameContext.of(...children.slice(0, -KEPT_CHILDREN).map((child) => child.computedValue()));
  return [{ computedValue: () => members }];
}
