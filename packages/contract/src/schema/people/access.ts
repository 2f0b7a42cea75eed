import { Type } from '../type.js';
import { roleOriginSchema } from './identity.js';

const outcome = Type.Union([Type.Literal('passed'), Type.Literal('failed'), Type.Literal('skipped')], {
  description: 'Result of the check; skipped when an earlier check decided, or when the check does not apply',
});

const explainedError = Type.Object(
  {
    id: Type.Integer({ description: 'Numeric id of the error' }),
    code: Type.String({ description: 'Code name of the error' }),
    status: Type.Integer({ description: 'HTTP status' }),
    detail: Type.String({ description: 'What happened and what to do next' }),
  },
  { title: 'ExplainedError', description: 'An error that an operation would answer' },
);

/** Why a principal may or may not do something: the checks of D13 in their order, and the one that decided. */
export const accessExplanationSchema = Type.Object(
  {
    subProjectId: Type.String({ description: 'Id of the sub-project' }),
    operation: Type.String({ description: 'Operation that was asked about' }),
    userId: Type.String({ description: 'User that was asked about' }),
    allowed: Type.Boolean({ description: 'Whether the user may call the operation' }),
    decidedBy: Type.String({
      description:
        'The check that decided; a part of the configuration is given as a pointer, e.g. /roles/ASSIGNEE/filter',
    }),
    error: Type.Union([Type.Null(), explainedError], {
      description: 'The error that the operation would answer; null when it is allowed',
    }),
    checks: Type.Array(
      Type.Object({
        check: Type.String({ description: 'user, subProject, scope, roles, grant, process, rowFilter or field' }),
        outcome,
        detail: Type.String({ description: 'What the check found' }),
      }),
      { description: 'The checks, in the order in which they are made' },
    ),
    roles: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the role' }),
        grants: Type.Boolean({ description: 'Whether the role grants the operation' }),
        covers: Type.Union([Type.Boolean(), Type.Null()], {
          description: 'Whether the stages and the row filter of the role cover the process; null when not checked',
        }),
        field: Type.Union([Type.Boolean(), Type.Null()], {
          description: 'Whether the role lists the field; null when not checked',
        }),
        sources: Type.Array(roleOriginSchema, {
          description: 'Why the user has the role: who gave it, through which group, since when',
        }),
      }),
      { description: 'The roles of the user in the sub-project' },
    ),
  },
  { title: 'AccessExplanation', description: 'Why a user may or may not call an operation' },
);
