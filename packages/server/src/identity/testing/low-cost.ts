import type { Cost } from '../secrets/secret-hash.js';

/** Takes a hundredth of the time that hashing takes a server, for tests that are not about it. */
export const lowCost: Cost = { logN: 8, r: 8, p: 1 };
