import { integer, jsonObject, list, model, optionalText, requiredText, text, texts } from './common.js';
import { Type } from './type.js';

const elementKey = (description: string) => Type.Integer({ minimum: 1, description });

/** An element to activate in an ad-hoc sub-process. */
export const elementActivationSchema = model('ElementActivation', 'An element to activate', {
  elementId: requiredText('Id of an element directly inside, without an incoming flow'),
  variables: Type.Optional(jsonObject('Variables that are local to this activation')),
});

/** Of one operation: which element instances, by number or by element. */
const instanceRef = {
  key: Type.Optional(elementKey('Number of the element instance, from getWorkflowRun')),
  elementId: Type.Optional(requiredText('Instead of key: every active instance of this element')),
};

const variableInstructions = Type.Optional(
  Type.Array(
    model('VariableInstruction', 'Variables to set before an element is activated', {
      variables: jsonObject('Variables to set before the element is activated'),
      scopeId: optionalText(
        'Element on which they are local: the element itself or one around it. Default: the process',
      ),
    }),
    { maxItems: 100, description: 'Variables for the element' },
  ),
);

/** What modifyRun changes. */
export const modificationMembers = {
  activate: Type.Optional(
    Type.Array(
      model('ActivateInstruction', 'An element to activate', {
        elementId: requiredText('Id of the element to activate'),
        ancestorKey: Type.Optional(
          elementKey('Number of the instance in which it is activated. Needed in loops and called processes'),
        ),
        variableInstructions,
      }),
      { maxItems: 100, description: 'Elements to activate. Scopes around them that are not active are created' },
    ),
  ),
  terminate: Type.Optional(
    Type.Array(model('TerminateInstruction', 'Element instances to terminate', instanceRef), {
      maxItems: 1000,
      description: 'Element instances to terminate',
    }),
  ),
  move: Type.Optional(
    Type.Array(
      model('MoveInstruction', 'An element instance to terminate, and the element to activate instead', {
        ...instanceRef,
        toElementId: requiredText('Id of the element to activate'),
        variableInstructions,
      }),
      { maxItems: 100, description: 'Element instances to terminate, each with the element that is activated instead' },
    ),
  ),
};

const activeElement = model('ElementInstance', 'An instance of an element in a run', {
  key: integer('Number of the element instance within the run'),
  elementId: text('Id of the element in the diagram'),
});

const workKinds = ['task', 'job', 'call', 'timer', 'message', 'signal', 'condition', 'incident'] as const;

const openWork = model('OpenWork', 'Something that a run waits for', {
  kind: Type.Enum(workKinds, { type: 'string', description: 'What the run waits for' }),
  elementId: text('Id of the element in the diagram'),
});

/** What a modification did, or would do. */
export const runChangesSchema = model('RunChanges', 'What changed in a run', {
  begun: list(activeElement, 'Element instances that are active now and were not before'),
  ended: list(activeElement, 'Element instances that are no longer active'),
  opened: list(openWork, 'Tasks, jobs, timers and so on that were opened'),
  closed: list(openWork, 'Tasks, jobs, timers and so on that were closed'),
});

/** Which element of a new version stands for which of the old one. */
export const migrationMapping = (description: string) =>
  Type.Optional(Type.Object({}, { additionalProperties: Type.String(), description }));

/** Runs that stand at the same elements, and whether they can be migrated. */
const migrationStateSchema = model('MigrationState', 'Runs of one version that are at the same elements', {
  version: text('Version that the runs follow'),
  elements: texts('Ids of the elements at which the runs are'),
  runs: integer('Number of runs'),
  exampleRunId: text('Id of one of them'),
  obstacles: texts('Why they cannot be migrated; empty: they can'),
});

/** An element of the target version. */
export const migrationTargetSchema = model('MigrationTarget', 'An element of the target version', {
  elementId: text('Id of the element'),
  name: text('Name of the element; empty without one'),
  kind: text('Kind of the element, such as userTask. An element can only stand for one of the same kind'),
});

/** The groups of a plan. */
export const migrationStates = list(migrationStateSchema, 'What would become of the runs, the largest group first');
