import type { DecisionProblem } from '../model/decision-problem.js';
import { attributeOf } from '../xml/elements.js';
import type { XmlElement } from '../xml/read-xml.js';

/** Most problems that are reported for one file. */
const MAX_PROBLEMS = 500;

/** Collects the problems of one file. */
export class ProblemList {
  readonly #problems: DecisionProblem[] = [];

  /** `element` null: the problem concerns the whole file. An element without an id is reported under `ownerId`. */
  error(element: XmlElement | null, code: string, message: string, ownerId: string | null = null): void {
    this.#add('error', element, code, message, ownerId);
  }

  warn(element: XmlElement | null, code: string, message: string, ownerId: string | null = null): void {
    this.#add('warning', element, code, message, ownerId);
  }

  /** An error of the file itself. */
  file(code: string, message: string, line: number): void {
    this.#problems.push({ severity: 'error', elementId: null, line, code, message });
  }

  get all(): readonly DecisionProblem[] {
    return this.#problems;
  }

  #add(
    severity: DecisionProblem['severity'],
    element: XmlElement | null,
    code: string,
    message: string,
    ownerId: string | null,
  ): void {
    if (this.#problems.length >= MAX_PROBLEMS) return;
    const elementId = (element === null ? null : attributeOf(element, 'id')) ?? ownerId;
    this.#problems.push({ severity, elementId, line: element?.line ?? null, code, message });
  }
}
