import { Type } from 'typebox';
import { timestamp } from './common.js';

/** A user as the administrator sees it; roles are a matter of each sub-project. */
export const identityUserSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    kind: Type.String({ description: 'person or service' }),
    disabled: Type.Boolean(),
    createdTs: timestamp('Creation time'),
  },
  { title: 'IdentityUser' },
);

export const clientSchema = Type.Object(
  {
    clientId: Type.String(),
    userId: Type.String(),
    scope: Type.String(),
    disabled: Type.Boolean(),
    createdTs: timestamp('Creation time'),
  },
  { title: 'Client' },
);
