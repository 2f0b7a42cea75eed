export const runStates = ['RACING', 'PAUSED', 'FAILED', 'COMPLETED', 'REJECTED', 'CANCELLED'] as const;

/** What the address of the list says. */
export interface ListSearch {
  readonly state?: (typeof runStates)[number];
  readonly incident?: 'yes' | 'no';
  readonly workflow?: string;
  readonly version?: string;
  readonly element?: string;
  readonly process?: string;
  /** A field of the process, and what it must be. */
  readonly field?: string;
  readonly value?: string;
}

/** What the address of a run says: the moment that is looked at, as a place in the timeline, and the element that is chosen. */
export interface RunSearch {
  readonly at?: number;
  readonly element?: string;
}

type Given = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || ['number', 'boolean'].includes(typeof value)
    ? String(value)
    : undefined;

/** Reads the address of the list; what does not fit is left out. Version and element are those of a workflow. */
export function readListSearch(given: Given): ListSearch {
  const workflow = textOf(given.workflow);
  const field = textOf(given.field);
  const read = {
    state: runStates.find((state) => state === given.state),
    incident: (['yes', 'no'] as const).find((one) => one === given.incident),
    workflow,
    version: workflow === undefined ? undefined : textOf(given.version),
    element: workflow === undefined ? undefined : textOf(given.element),
    process: textOf(given.process),
    field,
    value: field === undefined ? undefined : textOf(given.value),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** Reads the address of a run; what does not fit is left out. */
export function readRunSearch({ at, element }: Given): RunSearch {
  return {
    ...(typeof at === 'number' && Number.isInteger(at) && at >= 0 ? { at } : {}),
    ...(typeof element === 'string' && element !== '' ? { element } : {}),
  };
}
