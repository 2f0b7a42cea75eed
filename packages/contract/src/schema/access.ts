import { Type } from 'typebox';

const outcome = Type.Union([Type.Literal('passed'), Type.Literal('failed'), Type.Literal('skipped')], {
  description: '"skipped" when an earlier check decided, or when the check does not apply',
});

/** Why a principal may or may not do something: the checks of D13 in their order, and what decided. */
export const accessExplanationSchema = Type.Object(
  {
    subProjectId: Type.String(),
    operation: Type.String(),
    userId: Type.String(),
    allowed: Type.Boolean(),
    decidedBy: Type.String({
      description: 'The check that decided; of a configuration as a pointer, e.g. /roles/ASSIGNEE/filter',
    }),
    error: Type.Union([
      Type.Null(),
      Type.Object(
        {
          id: Type.Integer(),
          code: Type.String(),
          status: Type.Integer(),
          detail: Type.String(),
        },
        { description: 'What the operation would answer' },
      ),
    ]),
    checks: Type.Array(
      Type.Object({
        check: Type.String({ description: 'user, subProject, scope, roles, grant, process, rowFilter or field' }),
        outcome,
        detail: Type.String(),
      }),
    ),
    roles: Type.Array(
      Type.Object({
        name: Type.String(),
        grants: Type.Boolean({ description: 'Whether it grants the operation' }),
        covers: Type.Union([Type.Boolean(), Type.Null()], {
          description: 'Whether its stages and row filter cover the process; null when that was not looked at',
        }),
        field: Type.Union([Type.Boolean(), Type.Null()], {
          description: 'Whether its list has the field; null when that was not looked at',
        }),
      }),
      { description: 'The roles that the user has in the sub-project' },
    ),
  },
  { title: 'AccessExplanation' },
);
