import type { Operation } from '@millrace/contract';
import type { FastifyRequest } from 'fastify';

interface Member {
  readonly type?: unknown;
  readonly contentMediaType?: unknown;
}

/**
 * Puts what the service also accepts into the form that the contract declares, before it is checked by the contract: one text
 * of a query that takes a list, and an object where the body takes its text.
 */
export function toDeclaredForm(request: FastifyRequest, operation: Operation): void {
  if (operation.query) request.query = convert(request.query, operation.query.properties, listOfOne);
  if (operation.body) request.body = convert(request.body, operation.body.properties, textOfObject);
}

type Convert = (value: unknown, member: Member) => unknown;

function convert(given: unknown, members: Readonly<Record<string, Member>>, form: Convert): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const sent = given as Readonly<Record<string, unknown>>;
  const changed = Object.entries(members).flatMap(([name, member]) => {
    const value = Object.hasOwn(sent, name) ? form(sent[name], member) : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  return changed.length === 0 ? given : { ...sent, ...Object.fromEntries(changed) };
}

const listOfOne: Convert = (value, { type }) => (type === 'array' && typeof value === 'string' ? [value] : undefined);

const textOfObject: Convert = (value, { contentMediaType }) =>
  contentMediaType !== undefined && typeof value === 'object' && value !== null && !Array.isArray(value)
    ? JSON.stringify(value, null, 2)
    : undefined;
