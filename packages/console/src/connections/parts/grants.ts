import type { Right } from '../../session/can.js';
import type { Part } from './search.js';

/** The right that each part needs. */
export const GRANTS = {
  secrets: 'secret.manage',
  webhooks: 'event.read',
  hooks: 'hook.manage',
} as const satisfies Record<Part, Right['grant']>;
