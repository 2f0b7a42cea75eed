import { Type } from '@millrace/contract';

/** Objects of scenario files have no members that nothing reads. */
export const strict = { additionalProperties: false } as const;

/** Values by name, of any JSON type. */
export const values = (description: string) =>
  Type.Record(Type.String(), Type.Unknown(), description === '' ? {} : { description });
