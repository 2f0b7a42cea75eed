import { children, text, type Xml } from '../xml/moddle.js';

/**
 * Ids for elements that have none: BPMN makes them optional. They follow from the type and the order in the file
 * (`UserTask_1`, `UserTask_2`), so the same text always gives the same ids, and no id of the file is taken.
 */
export class GivenIds {
  readonly #taken = new Set<string>();
  readonly #numbers = new Map<string, number>();
  #nodes = 0;

  constructor(process: Xml) {
    this.#collect(process);
  }

  /** How many elements other than sequence flows were given an id. */
  get nodes(): number {
    return this.#nodes;
  }

  /** The id of an element, or a new one for an element without. `type` is without the prefix `bpmn:`. */
  idOf(xml: Xml, type: string): string {
    const written = text(xml, 'id');
    if (written !== null) return written;
    if (type !== 'SequenceFlow') this.#nodes += 1;
    let number = this.#numbers.get(type) ?? 0;
    let id: string;
    do {
      number += 1;
      id = `${type}_${number}`;
    } while (this.#taken.has(id));
    this.#numbers.set(type, number);
    return id;
  }

  #collect(container: Xml): void {
    const id = text(container, 'id');
    if (id !== null) this.#taken.add(id);
    for (const element of children(container, 'flowElements')) this.#collect(element);
  }
}
