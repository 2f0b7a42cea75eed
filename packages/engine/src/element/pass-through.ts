import type { Behaviour } from '../run/core/run.js';
import { complete } from '../run/lifecycle/lifecycle.js';

/** Abstract and manual tasks, none starts, and gateways: they are done as soon as they are entered; flows decide the rest. */
export const passThrough: Behaviour = {
  enter: complete,
};
