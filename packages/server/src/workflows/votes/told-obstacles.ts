import type { NameSet } from '../../access/role.js';
import type { Judged, Obstacle } from './electorate.js';
import { explainObstacle } from './explain-obstacle.js';
import { fieldOfRule } from './separation.js';

/** An obstacle as an answer tells it. */
export interface ToldObstacle extends Obstacle {
  readonly text: string;
}

/**
 * What one reader may hear about who may not vote (D124). Whom a rule on a field excludes tells what is in the field or who set it,
 * so about others such a rule is told only to those who read the field. About oneself it is told without its name.
 */
export class ToldObstacles {
  readonly #reader: string;
  readonly #fields: NameSet;
  readonly #hasHiddenRules: boolean;

  /**
   * @param reader user id
   * @param fields that the reader reads on the process
   * @param separation the rules of the task
   */
  constructor(reader: string, fields: NameSet, separation: readonly string[]) {
    this.#reader = reader;
    this.#fields = fields;
    this.#hasHiddenRules = separation.some((rule) => this.#hides(rule));
  }

  /** The obstacles of a person as the reader hears of them; those of others as if hidden rules excluded nobody. */
  heard({ person, obstacles }: Judged): readonly Obstacle[] {
    const seen = obstacles.filter(({ separation }) => separation === undefined || !this.#hides(separation));
    if (person.userId !== this.#reader || seen.length === obstacles.length) return seen;
    return [...seen, { rule: 'separation' }];
  }

  /** {@link heard} in sentences. */
  told(judged: Judged): readonly ToldObstacle[] {
    const { name } = judged.person;
    return this.heard(judged).map((obstacle) => ({ ...obstacle, text: `${name} ${explainObstacle(obstacle)}.` }));
  }

  /** What is told about everybody else where a rule is hidden, whomever it excludes. */
  untold({ person }: Judged): readonly ToldObstacle[] {
    if (!this.#hasHiddenRules || person.userId === this.#reader) return [];
    return [{ rule: 'separation', text: `${person.name} may be excluded by a rule on fields you do not see.` }];
  }

  #hides(rule: string): boolean {
    const field = fieldOfRule(rule);
    return field !== undefined && !this.#fields.has(field);
  }
}
