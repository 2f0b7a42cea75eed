import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { printDocument } from './print-document.js';

/** Where a value stands: keys of maps and places in lists, from the top. */
export type Path = readonly (string | number)[];

/** What is not there is the same as an empty one of these. */
const EMPTY_IS_NOTHING = new Set(['x-ui', 'tones', 'files', 'transitions']);

/** Changes of a document. Comments stay where they are. */
export class DocumentEditor {
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  /** @param value undefined: it is taken away */
  set(path: Path, value: unknown): void {
    if (value === undefined) {
      this.remove(path);
      return;
    }
    this.#needCollection(path);
    const present = this.#document.getIn(path, true);
    // The node stays, and with it its comments and quotes.
    if (isScalar(present) && (typeof value !== 'object' || value === null)) present.value = value;
    else this.#document.setIn(path, this.#nodeOf(value));
  }

  remove(path: Path): void {
    if (!this.#document.hasIn(path)) return;
    this.#document.deleteIn(path);
    const parent = path.slice(0, -1);
    const left = this.#document.getIn(parent, true);
    if (isCollection(left) && left.items.length === 0 && EMPTY_IS_NOTHING.has(String(parent.at(-1)))) {
      this.remove(parent);
    }
  }

  /** Adds an item at the end of a list. */
  append(path: Path, value: unknown): void {
    const list = this.#document.getIn(path, true);
    if (isSeq(list)) list.add(this.#nodeOf(value));
    else this.set(path, [value]);
  }

  /** Gives an entry of a map another key, at its place. */
  rename(path: Path, key: string): void {
    const map = this.#document.getIn(path.slice(0, -1), true);
    const pair = isMap(map) ? map.items.find((one) => isScalar(one.key) && one.key.value === path.at(-1)) : undefined;
    if (pair !== undefined && isScalar(pair.key)) pair.key.value = key;
  }

  /** Moves an entry of a map or an item of a list up (-1) or down (1), with the comment above it. */
  move(path: Path, by: -1 | 1): void {
    const parent = this.#document.getIn(path.slice(0, -1), true);
    if (!isMap(parent) && !isSeq(parent)) return;
    const from = isSeq(parent)
      ? Number(path.at(-1))
      : parent.items.findIndex(({ key }) => isScalar(key) && key.value === path.at(-1));
    const first = Math.min(from, from + by);
    const [upper, lower] = [headOf(parent, first), headOf(parent, first + 1)];
    if (upper === undefined || lower === undefined) return;
    if (first === 0 && parent.commentBefore) {
      // The library ties a comment above the first item to the whole.
      upper.commentBefore = parent.commentBefore;
      parent.commentBefore = null;
    }
    [upper.spaceBefore, lower.spaceBefore] = [lower.spaceBefore ?? false, upper.spaceBefore ?? false];
    const items = parent.items as unknown[];
    items.splice(first, 2, items[first + 1], items[first]);
  }

  #needCollection(path: Path): void {
    for (let length = 1; length < path.length; length += 1) {
      const parent = path.slice(0, length);
      if (isCollection(this.#document.getIn(parent, true))) continue;
      this.#document.setIn(parent, this.#document.createNode(typeof path[length] === 'number' ? [] : {}));
    }
  }

  /** Short lists of plain values stand in one line. */
  #nodeOf(value: unknown): Node {
    const node = this.#document.createNode(value);
    visit(node, {
      Seq(_key, list) {
        list.flow = list.items.every((item) => isScalar(item));
      },
    });
    return node;
  }
}

/** What has the comment and the blank line above an entry or item. */
function headOf(parent: YAMLMap | YAMLSeq, index: number): Node | undefined {
  const item: unknown = parent.items[index];
  if (isPair(item)) return isNode(item.key) ? item.key : undefined;
  return isNode(item) ? item : undefined;
}

/** A text after changes. */
export function editDocument(text: string, change: (editor: DocumentEditor) => void): string {
  const document = parseDocument(text);
  change(new DocumentEditor(document));
  return printDocument(document, text);
}

/** What a text says, or why it cannot be read. */
export type ReadDocument =
  | { readonly value: Readonly<Record<string, unknown>>; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: string };

export function readDocument(text: string): ReadDocument {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) return { error: error.message };
  const value: unknown = document.toJS();
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { value: value as Readonly<Record<string, unknown>> }
    : { error: '' };
}
