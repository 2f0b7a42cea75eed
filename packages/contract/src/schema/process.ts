import type { Static } from 'typebox';
import { jsonObject, timestamp } from './common.js';
import { Type } from './type.js';

/** The latest change of a process, from the audit log (D20). */
export const lastChangeSchema = Type.Object(
  {
    at: timestamp('When the change was made'),
    by: Type.String({ description: 'Id of the user who made it' }),
    action: Type.String({ description: 'What was done, e.g. process.update' }),
    traceId: Type.String({ description: 'Trace id of the request that made the change' }),
  },
  { title: 'LastChange', description: 'The latest change of the process. Present with include=lastChange' },
);

export const processSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the process, a UUID' }),
    createdTs: timestamp('When the process was created'),
    state: Type.String({ description: 'Lifecycle state, one of those the sub-project configures, e.g. INIT' }),
    priority: Type.String({ description: 'Priority, one of those the sub-project configures, e.g. LOW or HIGH' }),
    fields: jsonObject(
      'Dynamic fields by name, as the sub-project configures them; fields the caller may not see are left out',
    ),
    stageKey: Type.Optional(Type.String({ description: 'Key of the stage. Present with include=stageKey' })),
    version: Type.Optional(
      Type.String({
        description: 'Version of the process. Present with include=version. Send it as If-Match when updating',
      }),
    ),
    updatedTs: Type.Optional(timestamp('When the process last changed. Present with include=updatedTs')),
    createdBy: Type.Optional(
      Type.String({
        description: 'Id of the user who created the process. Present with include=createdBy, where it is known',
      }),
    ),
    lastChange: Type.Optional(lastChangeSchema),
  },
  { title: 'Process', description: 'A process' },
);
export type Process = Static<typeof processSchema>;

export const userSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the user' }),
    name: Type.String({ description: 'Full name' }),
    email: Type.String({ description: 'E-mail address' }),
    role: Type.String({ description: 'Role in the sub-project, e.g. OWNER, MANAGER or ASSIGNEE' }),
  },
  { title: 'User', description: 'A user who can be assigned to a process' },
);
export type User = Static<typeof userSchema>;
