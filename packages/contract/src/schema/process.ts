import { type Static, Type } from 'typebox';
import { jsonObject, timestamp } from './common.js';

/** The latest change of a process, from the audit log (D20). */
export const lastChangeSchema = Type.Object(
  {
    at: timestamp('When'),
    by: Type.String({ description: 'User id of who changed it' }),
    action: Type.String(),
    traceId: Type.String(),
  },
  { title: 'LastChange' },
);

export const processSchema = Type.Object(
  {
    id: Type.String({ description: 'Unique process identifier (UUIDv7)' }),
    createdTs: timestamp('Creation time'),
    state: Type.String({ description: 'Lifecycle state, e.g. INIT' }),
    priority: Type.String({ description: 'e.g. LOW, HIGH' }),
    fields: jsonObject('Dynamic fields of the sub-project'),
    stageKey: Type.Optional(Type.String({ description: 'With include=stageKey' })),
    version: Type.Optional(Type.String({ description: 'With include=version; send it as If-Match (D17)' })),
    updatedTs: Type.Optional(timestamp('With include=updatedTs')),
    lastChange: Type.Optional(lastChangeSchema),
  },
  { title: 'Process' },
);
export type Process = Static<typeof processSchema>;

export const userSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'Full name' }),
    email: Type.String(),
    role: Type.String({ description: 'Role in the sub-project, e.g. OWNER, MANAGER, ASSIGNEE' }),
  },
  { title: 'User' },
);
export type User = Static<typeof userSchema>;
