import { compileConnectorExpression, ExpressionSyntaxError } from '@millrace/engine';
import type { Blame } from '../../kernel/errors/catalogue-error.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import { isDeliveryIdSource } from './delivery-id.js';
import type { HookDefinition } from './hook.js';

/** Headers that senders of other schemes sign with, and those that no sender sets. */
const UNUSABLE = /^(host|connection|content-length|transfer-encoding|authorization|cookie)$/i;

/** @throws CatalogueError 1232 naming every member that cannot work */
export function checkHookDefinition(definition: HookDefinition): void {
  const errors: Blame[] = [];
  const blame = (pointer: string, detail: string) => errors.push({ pointer, detail });
  const { scheme, signature, deliveryId, createProcess, publishMessage } = definition;
  if (scheme === 'hmac' && signature === undefined) {
    blame('/signature', 'The scheme hmac needs the header of the signature.');
  }
  if (scheme === 'hmac' && deliveryId === undefined) {
    blame('/deliveryId', 'The scheme hmac has no id of its own: give header:<name>, body:<member> or hash.');
  }
  if (scheme !== 'hmac' && signature !== undefined) {
    blame('/signature', `The scheme ${scheme} knows where its signature is.`);
  }
  if (signature !== undefined && (!/^[A-Za-z0-9-]+$/.test(signature.header) || UNUSABLE.test(signature.header))) {
    blame('/signature/header', 'This header cannot have a signature.');
  }
  if (deliveryId !== undefined && !isDeliveryIdSource(deliveryId)) {
    blame('/deliveryId', 'It must be header:<name>, body:<member.member> or hash.');
  }
  if (createProcess === undefined && publishMessage === undefined) {
    blame('/createProcess', 'A hook needs createProcess, publishMessage or both.');
  }
  for (const [pointer, source] of expressionsOf(definition)) {
    const problem = syntaxProblem(source);
    if (problem !== undefined) blame(pointer, problem);
  }
  for (const [pointer, source] of mustBeFeel(definition)) {
    if (source !== undefined && !source.trimStart().startsWith('='))
      blame(pointer, 'It must be FEEL, beginning with =.');
  }
  if (errors.length > 0) throw invalidValue(`The hook is not valid: ${errors[0]?.detail ?? ''}`, errors);
}

const mustBeFeel = ({ when, createProcess, publishMessage }: HookDefinition) =>
  [
    ['/when', when],
    ['/createProcess/fields', createProcess?.fields],
    ['/publishMessage/variables', publishMessage?.variables],
  ] as const;

const expressionsOf = ({
  when,
  createProcess,
  publishMessage,
}: HookDefinition): readonly (readonly [string, string])[] =>
  [
    ['/when', when],
    ...Object.entries(createProcess ?? {}).map(([name, source]) => [`/createProcess/${name}`, source]),
    ...Object.entries(publishMessage ?? {}).map(([name, source]) => [`/publishMessage/${name}`, source]),
  ].flatMap(([pointer, source]) =>
    typeof pointer === 'string' && typeof source === 'string' && source.trimStart().startsWith('=')
      ? [[pointer, source] as const]
      : [],
  );

function syntaxProblem(source: string): string | undefined {
  try {
    compileConnectorExpression(source);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return error.message;
    throw error;
  }
}
