import { flag, integer, list, model, orNull, text } from '../common.js';
import { Type } from '../type.js';
import { roleOriginSchema } from './identity.js';

const outcome = Type.Union([Type.Literal('passed'), Type.Literal('failed'), Type.Literal('skipped')], {
  description: 'Result of the check; skipped when an earlier check decided, or when the check does not apply',
});

const explainedError = model('ExplainedError', 'An error that an operation would answer', {
  id: integer('Numeric id of the error'),
  code: text('Code name of the error'),
  status: integer('HTTP status'),
  detail: text('What happened and what to do next'),
});

/** Why a principal may or may not do something: the checks of D13 in their order, and the one that decided. */
export const accessExplanationSchema = model('AccessExplanation', 'Why a user may or may not call an operation', {
  subProjectId: text('Id of the sub-project'),
  operation: text('Operation that was asked about'),
  userId: text('User that was asked about'),
  allowed: flag('Whether the user may call the operation'),
  decidedBy: text(
    'The check that decided; a part of the configuration is given as a pointer, e.g. /roles/ASSIGNEE/filter',
  ),
  error: Type.Union([Type.Null(), explainedError], {
    description: 'The error that the operation would answer; null when it is allowed',
  }),
  checks: list(
    model('AccessCheck', 'A check of an explanation', {
      check: text('user, subProject, scope, roles, grant, process, rowFilter or field'),
      outcome,
      detail: text('What the check found'),
    }),
    'The checks, in the order in which they are made',
  ),
  roles: list(
    model('ExplainedRole', 'A role of the user, and what it says about the operation', {
      name: text('Name of the role'),
      grants: flag('Whether the role grants the operation'),
      covers: orNull(
        Type.Boolean(),
        'Whether the stages and the row filter of the role cover the process; null when not checked',
      ),
      field: orNull(Type.Boolean(), 'Whether the role lists the field; null when not checked'),
      sources: list(roleOriginSchema, 'Why the user has the role: who gave it, through which group, since when'),
    }),
    'The roles of the user in the sub-project',
  ),
});
