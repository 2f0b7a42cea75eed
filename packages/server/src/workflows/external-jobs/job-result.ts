import type { Operations, RequestOf } from '@millrace/contract';
import type { AdHocResult, TaskListenerResult } from '@millrace/engine';
import { invalidMember } from '../../kernel/errors/request-errors.js';

type Given = NonNullable<RequestOf<Operations['completeJob']>['result']>;

/** The members that only one type of result has. */
const MEMBERS: Readonly<Record<Given['type'], readonly (keyof Given)[]>> = {
  userTask: ['denied', 'deniedReason', 'corrections'],
  adHocSubProcess: ['activateElements', 'isCompletionConditionFulfilled', 'isCancelRemainingInstances'],
};

/**
 * The result of a job as the engine takes it. Whether the job may have one, the engine decides.
 *
 * @throws CatalogueError 1200 for a member that belongs to the other type of result
 */
export function jobResult(given: Given): AdHocResult | TaskListenerResult {
  const other = given.type === 'userTask' ? 'adHocSubProcess' : 'userTask';
  const foreign = MEMBERS[other].find((name) => given[name] !== undefined);
  if (foreign !== undefined) {
    throw invalidMember(`/result/${foreign}`, `A result of the type ${given.type} has no member "${foreign}".`);
  }
  if (given.type === 'userTask') {
    const { denied, deniedReason, corrections } = given;
    return {
      type: 'userTask',
      ...(denied === undefined ? {} : { denied }),
      ...(deniedReason === undefined ? {} : { deniedReason }),
      ...(corrections === undefined ? {} : { corrections }),
    };
  }
  const { activateElements, isCompletionConditionFulfilled, isCancelRemainingInstances } = given;
  return {
    type: 'adHocSubProcess',
    ...(activateElements === undefined ? {} : { activateElements: activateElements.map(activation) }),
    ...(isCompletionConditionFulfilled === undefined ? {} : { isCompletionConditionFulfilled }),
    ...(isCancelRemainingInstances === undefined ? {} : { isCancelRemainingInstances }),
  };
}

/** An element to activate, with variables of its own. */
export const activation = (given: { readonly elementId: string; readonly variables?: object }) => ({
  elementId: given.elementId,
  ...(given.variables === undefined ? {} : { variables: { ...given.variables } }),
});
