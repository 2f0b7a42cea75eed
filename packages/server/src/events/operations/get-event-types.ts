import { CUSTOM_PREFIX, coversEventType, customEventType, eventTypes } from '@millrace/contract';
import type { UseCase } from '../../use-case/caller.js';
import { eventPatterns } from '../reading/event-patterns.js';

const types = Object.entries({ ...eventTypes, [`${CUSTOM_PREFIX}*`]: customEventType }).map(
  ([type, { description, data }]) => ({ type, description, schema: { ...data } }),
);

/** getEventTypes: the types of events and what they say. */
export const getEventTypes: UseCase<'getEventTypes'> = async (_caller, request) => {
  const wanted = eventPatterns(request.types);
  return { types: types.filter(({ type }) => wanted?.some((pattern) => coversEventType(pattern, type)) ?? true) };
};
