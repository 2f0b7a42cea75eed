import type { Static } from 'typebox';
import { flag, list, model, orNull, text, texts } from './common.js';
import { Type } from './type.js';

/** Which of the six colours of the console a state has. */
export const toneSchema = Type.Enum(['running', 'waiting', 'completed', 'rejected', 'failed', 'cancelled'], {
  description: 'Colour of the state in the console',
});
export type Tone = Static<typeof toneSchema>;

const right = (what: string) => flag(`Whether a role of the caller lets the caller ${what}`);

const fieldOfSchema = model('SubProjectField', 'A field of processes, and what the caller may do with it', {
  name: text('Name of the field'),
  schema: Type.Object(
    {},
    {
      additionalProperties: true,
      description: 'JSON Schema (2020-12) of its values, with `default`, `x-file` and the display hints `x-ui`',
    },
  ),
  required: flag('Whether a process must have a value'),
  indexed: flag('Whether filters and sorting by the field are fast'),
  unique: flag('Whether no two processes have the same value'),
  reference: Type.Union([Type.Literal('user'), Type.Literal('file'), Type.Null()], {
    description: 'What its value is the id of; null: nothing',
  }),
  read: right('see it'),
  create: right('set it in a new process'),
  update: right('change it'),
});

const statesSchema = model('StateRules', 'The states of processes and what the caller may change them to', {
  initial: text('State of new processes'),
  update: right('change it'),
  values: list(
    model('StateRule', 'A state of processes', {
      key: text('The state'),
      tone: orNull(toneSchema, 'Colour of the state; null: the document says none'),
      next: texts('States that the caller may change it to; empty when the caller may not change the state'),
    }),
    'The states, in the order of the document',
  ),
});

const prioritiesSchema = model('PriorityRules', 'The priorities of processes', {
  default: text('Priority of new processes that name none'),
  create: right('set it in a new process'),
  update: right('change it'),
  values: texts('The priorities, in the order of the document'),
});

const stagesSchema = model('StageRules', 'The stages of processes', {
  create: right('choose it for a new process'),
  update: right('change it'),
  values: list(
    model('Stage', 'A stage of processes', {
      key: text('Key of the stage'),
      name: text('Name of the stage'),
      default: flag('Whether new processes start in this stage'),
    }),
    'The stages, in the order of the document',
  ),
});

const limit = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const storageLimitsSchema = model('StorageRules', 'Limits of files and what the caller may do with files', {
  legalHold: flag('true: no file can be deleted or recovered'),
  plugins: orNull(Type.Array(Type.String()), 'Storage plugins that may be used; null: all of the server'),
  maximumFileSize: limit('Bytes of a file; null: the limit of the server'),
  quota: limit('Bytes of all files together; null: no limit'),
  read: right('see and download files'),
  create: right('upload files'),
  delete: right('delete files'),
});

/** What people who work with the processes of a sub-project must know of its configuration. */
export const subProjectSchemaSchema = model(
  'SubProjectSchema',
  'Fields, states, stages and workflows, with what the caller may do',
  {
    subProjectId: text('Id of the sub-project'),
    name: text('Name of the sub-project'),
    version: text('Version of its configuration'),
    create: right('create processes'),
    update: right('change processes'),
    delete: right('delete processes'),
    businessKey: orNull(
      Type.String(),
      'The unique field that stands for the id of a process; null: none that the caller may see',
    ),
    fields: list(fieldOfSchema, 'The fields that the caller may see, set or change, in the order of the document'),
    states: statesSchema,
    priorities: prioritiesSchema,
    stages: stagesSchema,
    clocks: list(
      model('ClockOfSchema', 'A clock that processes or tasks may have', {
        key: text('Key of the clock'),
        name: text('Name for people'),
        on: Type.Union([Type.Literal('process'), Type.Literal('task')], { description: 'What it measures' }),
      }),
      'The clocks that the caller may know of, in the order of the document',
    ),
    storage: storageLimitsSchema,
    workflows: list(
      model('ExecutableWorkflow', 'A workflow that the caller may execute', {
        id: text('Id of the workflow'),
        key: text('Key of the workflow in the document'),
        name: text('Name of the workflow'),
        description: text('What the workflow does'),
        stageKeys: texts('Stages it can be executed on'),
      }),
      'The workflows that the caller may execute, in the order of the document',
    ),
  },
);
