import { busy, tooManySimulations } from '../../kernel/errors/service-errors.js';

/** Deployments wait in the queue of the thread that simulates, and a simulation takes up to ten seconds. */
const MOST_AT_ONCE = 3;

/** Lets a user run one simulation at a time on this server, and all users together a few. */
export class SimulationsUnderWay {
  readonly #users = new Set<string>();

  /** @throws CatalogueError 1003 while the user has one under way, 1010 while other users have as many as may be */
  async run<T>(user: string, work: () => Promise<T>): Promise<T> {
    if (this.#users.has(user)) throw tooManySimulations();
    if (this.#users.size >= MOST_AT_ONCE) throw busy('Too many simulations are under way. Try again shortly.');
    this.#users.add(user);
    try {
      return await work();
    } finally {
      this.#users.delete(user);
    }
  }
}
