/** What is selected of a list: some rows, or all that match but some. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly without: ReadonlySet<string> };

export const nothingSelected: Selection = { kind: 'some', ids: new Set() };

export const isSelected = (selection: Selection, id: string): boolean =>
  selection.kind === 'some' ? selection.ids.has(id) : !selection.without.has(id);

export const sizeOf = (selection: Selection, total: number): number =>
  selection.kind === 'some' ? selection.ids.size : Math.max(0, total - selection.without.size);

/** Selects rows, or takes them out. */
export function withRows(selection: Selection, ids: readonly string[], isOn: boolean): Selection {
  const changed = new Set(selection.kind === 'some' ? selection.ids : selection.without);
  for (const id of ids) {
    if ((selection.kind === 'some') === isOn) changed.add(id);
    else changed.delete(id);
  }
  return selection.kind === 'some' ? { kind: 'some', ids: changed } : { kind: 'all', without: changed };
}

/** The filter of what is selected, within the filter of the list. */
export function filterOf(selection: Selection, filters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (selection.kind === 'some') return { id: { in: [...selection.ids] } };
  if (selection.without.size === 0) return { ...filters };
  return { and: [filters, { id: { nin: [...selection.without] } }] };
}
