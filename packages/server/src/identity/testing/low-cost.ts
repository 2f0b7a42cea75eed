import type { PasswordCost } from '../passwords/passwords.js';
import type { Cost } from '../secrets/secret-hash.js';

/** Takes a hundredth of the time that hashing takes a server, for tests that are not about it. */
export const lowCost: Cost = { logN: 8, r: 8, p: 1 };

/** The least that argon2id takes, for the same tests. */
export const lowPasswordCost: PasswordCost = Object.freeze({ memoryCost: 8, timeCost: 1, parallelism: 1 });
