import { once } from '../../kernel/once.js';
import type { Slots, Turn } from '../secrets/slots.js';

/** Cost of argon2id: memory in KiB, passes, lanes. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** argon2id, the default of the library, with OWASP's least cost: 19 MiB, two passes, one lane. */
export const PASSWORD_COST: PasswordCost = Object.freeze({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });

/** Hashes and checks the passwords of people, a bounded number at a time. */
export interface Passwords {
  /** @throws CatalogueError 1003 when too many wait */
  hash(password: string): Promise<string>;
  /**
   * Whether the password belongs to the hash. Takes the same time without a hash, so that it does not tell whether a person
   * exists or has a password.
   *
   * @throws CatalogueError 1003 when too many wait
   */
  check(password: string, hash: string | undefined, turn?: Turn): Promise<boolean>;
  /** A hash at today's cost when the given one is of another, else undefined. */
  upgrade(password: string, hash: string): Promise<string | undefined>;
}

/** Unlike a client's secret (`secrets/secrets.ts`), that a password was right is not remembered: a person signs in seldom. */
export function createPasswords(slots: Slots, cost: PasswordCost = PASSWORD_COST): Passwords {
  // Native code, which few requests need.
  const argon2 = once(() => import('@node-rs/argon2'));
  const derive = async (password: string): Promise<string> => {
    const { hash } = await argon2();
    return hash(normal(password), cost);
  };
  const nobodys = once(() => derive('the password of nobody'));
  return {
    hash: (password) => slots.run(() => derive(password)),
    check: (password, hash, turn) =>
      slots.run(async () => {
        await turn?.before();
        const { verify } = await argon2();
        // Made for everybody, so that the first check of this process takes the same time too.
        const other = await nobodys();
        const matches = await verify(hash ?? other, normal(password));
        const isRight = matches && hash !== undefined;
        if (!isRight) await turn?.wrong();
        return isRight;
      }),
    async upgrade(password, hash) {
      const { memoryCost, timeCost, parallelism } = cost;
      if (hash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)) return undefined;
      return slots.run(() => derive(password));
    },
  };
}

/** One text for what keyboards compose differently (NIST SP 800-63B-4, section 3.1.1.2). */
const normal = (password: string): string => password.normalize('NFKC');
