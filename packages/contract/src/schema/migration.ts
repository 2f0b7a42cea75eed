import { integer, list, model, text, texts } from './common.js';
import { Type } from './type.js';

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
