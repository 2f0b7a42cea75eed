import type { FlowElement, FlowModel } from './flow-model.js';

/** A line of the outline: an element, or an element elsewhere with which the flow goes on. */
export interface OutlineLine {
  readonly kind: 'element' | 'onward';
  readonly elementId: string;
  /** From 1; what branches, is inside, or hangs on the edge of something stands one deeper. */
  readonly level: number;
  /** Name of the flow that leads to it; empty where it has none. */
  readonly via: string;
}

/**
 * The flow as lines of a tree: what follows stands below, branches stand one level deeper, and what they lead to together comes
 * after them. Each element is a line of its own once.
 */
export function outlineOf(model: FlowModel): readonly OutlineLine[] {
  const outline = new Outline(model);
  outline.addAll(model.roots, 1);
  return outline.lines;
}

class Outline {
  readonly lines: OutlineLine[] = [];
  readonly #model: FlowModel;
  readonly #seen = new Set<string>();
  /** How many flows have led to an element so far. */
  readonly #arrived = new Map<string, number>();

  constructor(model: FlowModel) {
    this.#model = model;
  }

  addAll(ids: readonly string[], level: number): void {
    const isStart = (id: string) => this.#model.elements.get(id)?.incoming.length === 0;
    for (const id of [...ids.filter(isStart), ...ids]) if (!this.#seen.has(id)) this.#addFrom(id, level, '', undefined);
  }

  /** Adds an element and what follows it. @param joins collects elements at which branches meet, for whoever began the branches */
  #addFrom(first: string, level: number, via: string, joins: string[] | undefined): void {
    let step: { readonly target: string; readonly name: string } | undefined = { target: first, name: via };
    // A long sequence takes no recursion.
    while (step !== undefined) {
      const element = this.#model.elements.get(step.target);
      if (element === undefined) return;
      const { id } = element;
      const isMet = element.incoming.length > 1 && joins !== undefined;
      if (this.#seen.has(id) || isMet) {
        this.lines.push({ kind: 'onward', elementId: id, level, via: step.name });
        this.#arrived.set(id, (this.#arrived.get(id) ?? 0) + 1);
        if (!this.#seen.has(id) && joins?.includes(id) === false) joins.push(id);
        return;
      }
      this.#add(element, level, step.name);
      step = this.#follow(element, level, joins);
    }
  }

  #add(element: FlowElement, level: number, via: string): void {
    this.#seen.add(element.id);
    this.lines.push({ kind: 'element', elementId: element.id, level, via });
    this.addAll(element.children, level + 1);
    for (const event of element.boundary) this.#addFrom(event, level + 1, '', undefined);
  }

  /** Adds the branches of an element; what one flow alone leads to is the answer. */
  #follow({ outgoing }: FlowElement, level: number, joins: string[] | undefined) {
    const [only] = outgoing;
    if (outgoing.length < 2) return only;
    const met: string[] = [];
    for (const { target, name } of outgoing) this.#addFrom(target, level + 1, name, met);
    for (const id of met) {
      if (this.#seen.has(id)) continue;
      const isComplete = (this.#arrived.get(id) ?? 0) >= (this.#model.elements.get(id)?.incoming.length ?? 0);
      if (isComplete || joins === undefined) this.#addFrom(id, level, '', undefined);
      else if (!joins.includes(id)) joins.push(id);
    }
    return undefined;
  }
}
