import { ids, createdTs as time } from '../../operation/example-values.js';
import { timestamp, userReferenceSchema } from '../common.js';
import { describedAs, Type } from '../type.js';

/** A secret without its value, which no operation returns. */
export const secretSchema = Type.Object(
  {
    name: Type.String({ description: 'Name that diagrams use: `{{secrets.<name>}}`' }),
    hosts: Type.Array(Type.String(), { description: 'Hosts that it may be sent to; empty: any' }),
    createdTs: timestamp('When it was set for the first time'),
    setTs: timestamp('When its value was set'),
    setBy: describedAs(userReferenceSchema, 'Who set its value'),
    usedBy: Type.Array(
      Type.Object(
        {
          file: Type.String({ description: 'BPMN file of the current configuration' }),
          elementId: Type.String({ description: 'Id of the element in the diagram' }),
        },
        { title: 'SecretUsage', description: 'An element of a diagram that names a secret' },
      ),
      { description: 'Elements of the current configuration that name it. Runs of earlier versions may name it too' },
    ),
  },
  { title: 'SecretEntry', description: 'A secret, without its value' },
);

export const secretName = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z_][A-Za-z0-9_./-]*$', description });

export const exampleSecret = {
  name: 'ERP_KEY',
  hosts: ['erp.example.com'],
  createdTs: time,
  setTs: time,
  setBy: { id: ids.userId, name: 'Olga Owner' },
  usedBy: [{ file: 'invoice.bpmn', elementId: 'Task_Post' }],
};
