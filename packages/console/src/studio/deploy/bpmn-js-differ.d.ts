declare module 'bpmn-js-differ' {
  /** Elements by id. */
  type Changes = Readonly<Record<string, unknown>>;
  /** What differs between two parsed files. */
  export function diff(before: object, after: object): { readonly _changed: Changes; readonly _layoutChanged: Changes };
}
