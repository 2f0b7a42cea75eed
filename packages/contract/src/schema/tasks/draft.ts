import { jsonObject, model, text, timestamp } from '../common.js';
import { Type } from '../type.js';

/** What a draft is of. */
const draftKinds = ['taskForm', 'processForm', 'designer'] as const;
export type DraftKind = (typeof draftKinds)[number];

/** Which draft of the caller a request is about. */
export const draftTarget = {
  kind: Type.Enum(draftKinds, { type: 'string', description: `What it is a draft of: ${draftKinds.join(', ')}` }),
  key: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'Of taskForm the id of the task; of the others any text that the client chooses, e.g. the id of a process',
  }),
};

const version = text('Version of the draft, one more with every save');

export const draftSchema = model('Draft', 'Something that the caller has begun to type', {
  kind: Type.Enum(draftKinds, { type: 'string', description: 'What it is a draft of' }),
  key: text('Key of the draft'),
  value: jsonObject('What was typed'),
  version,
  updatedTs: timestamp('When it was last saved'),
});

export const savedDraftSchema = model('SavedDraft', 'The version of a draft that was saved', {
  version,
  updatedTs: timestamp('When it was saved'),
});
