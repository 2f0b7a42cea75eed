import type { Behaviour } from '../run/core/run.js';
import { complete } from '../run/lifecycle/lifecycle.js';

/** Abstract and manual tasks, none start events, and gateways: they complete when they are entered. */
export const passThrough: Behaviour = {
  enter: complete,
};
