import { flag, model, orNull } from '../common.js';
import { elementActivationSchema } from '../run-modification.js';
import { Type } from '../type.js';

const text = (description: string) =>
  Type.Optional(Type.Union([Type.String({ maxLength: 8192 }), Type.Null()], { description }));
const texts = (description: string) =>
  Type.Optional(
    Type.Union([Type.Array(Type.String({ maxLength: 8192 }), { maxItems: 1000 }), Type.Null()], { description }),
  );

/** What the worker of a task listener or of an ad-hoc sub-process decided (as in Camunda 8). */
export const jobResultSchema = model('JobResult', 'What a worker decided about a task or an ad-hoc sub-process', {
  type: Type.Enum(['userTask', 'adHocSubProcess'] as const, {
    type: 'string',
    description: 'userTask for the job of a task listener, adHocSubProcess for that of an ad-hoc sub-process',
  }),
  denied: Type.Optional(flag('userTask: the task is not assigned or completed')),
  deniedReason: Type.Optional(Type.String({ maxLength: 8192, description: 'userTask: why, for the timeline' })),
  corrections: Type.Optional(
    model('TaskCorrections', 'userTask: new values of the task. null, or leaving a member out, keeps the value', {
      assignee: text('User id, "" for none'),
      candidateGroups: texts('Role keys'),
      candidateUsers: texts('User ids'),
      dueDate: text('Date-time, "" for none'),
      followUpDate: text('Date-time, "" for none'),
      priority: Type.Optional(orNull(Type.Integer({ minimum: 0, maximum: 100 }), '0 to 100')),
    }),
  ),
  activateElements: Type.Optional(
    Type.Array(elementActivationSchema, { maxItems: 1000, description: 'adHocSubProcess: elements to activate' }),
  ),
  isCompletionConditionFulfilled: Type.Optional(flag('adHocSubProcess: it completes, with its last active instance')),
  isCancelRemainingInstances: Type.Optional(flag('adHocSubProcess: cancels what is active in it first')),
});
