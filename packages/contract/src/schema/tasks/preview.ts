import type { Static } from 'typebox';
import { model, text, texts } from '../common.js';
import { Type } from '../type.js';

export const previewEffectKinds = [
  'process',
  'task',
  'job',
  'timer',
  'wait',
  'message',
  'event',
  'incident',
  'later',
  'end',
] as const;

export const previewEffectSchema = model('PreviewEffect', 'Something that a decision would do', {
  kind: Type.Enum(previewEffectKinds, {
    type: 'string',
    description:
      'process: a member of the process changes; task: a task opens; job: the server or a worker gets work; timer, wait: the run waits; message, event: something is sent; incident: the run stops; later: more follows in the background; end: the run ends',
  }),
  text: text('The effect in an English sentence'),
  elementId: Type.Optional(text('Id of the element in the diagram')),
  name: Type.Optional(text('Name of the element, task, message or event')),
  member: Type.Optional(text('With process: state, priority, stageKey or fields.<name>')),
  to: Type.Optional(Type.Unknown({ description: 'With process: the new value; null: none' })),
  assignee: Type.Optional(text('With task: id of the user who gets it')),
  candidates: Type.Optional(texts('With task: roles and ids of users who may claim it')),
  jobType: Type.Optional(text('With job: type of the job')),
  dueTs: Type.Optional(text('With timer: when it fires')),
});
export type PreviewEffect = Static<typeof previewEffectSchema>;
