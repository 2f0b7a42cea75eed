import type { Static } from 'typebox';
import { flag, jsonObject, model, optionalText, orNull, requiredText, text, timestamp } from './common.js';
import { Type } from './type.js';

/** Lists that have views. */
export const viewKind = Type.Union(
  [Type.Literal('processes'), Type.Literal('tasks'), Type.Literal('runs'), Type.Literal('incidents')],
  { description: 'The list that the view is of' },
);

/** What a view shows, as it is saved. */
const settings = {
  filters: jsonObject('Filters as the list takes them, without subProjectId_id'),
  sort: Type.String({ maxLength: 2000, description: 'Sort order as the list takes it; empty for its own order' }),
  columns: Type.Array(
    model('ViewColumn', 'A column of a view', {
      key: requiredText('A filter key of the list, e.g. state or fields.amount'),
      width: Type.Optional(Type.Integer({ minimum: 20, maximum: 2000, description: 'Width in pixels' })),
    }),
    { maxItems: 100, description: 'The columns in their order; empty for those that the console chooses' },
  ),
  density: Type.Union([Type.Literal('dense'), Type.Literal('default'), Type.Literal('roomy')], {
    description: 'Height of the rows',
  }),
  grouping: Type.Union([Type.Literal('table'), Type.Literal('board')], { description: 'How the list is shown' }),
  groupBy: Type.String({ maxLength: 1024, description: 'The key whose values are the columns of a board' }),
  pinned: flag('Whether the console offers the view beside every page, to whoever has it'),
};

/** The settings in a request; each has a default. */
export const viewSettings = {
  filters: Type.Optional(settings.filters),
  sort: Type.Optional(settings.sort),
  columns: Type.Optional(settings.columns),
  density: Type.Optional(settings.density),
  grouping: Type.Optional(settings.grouping),
  groupBy: Type.Optional(settings.groupBy),
  pinned: Type.Optional(settings.pinned),
};

/** Who else sees a view. */
export const viewSharing = {
  sharedWith: Type.Optional(
    Type.Union([Type.Literal('nobody'), Type.Literal('role'), Type.Literal('everyone')], {
      description: 'Who else has the view: nobody, the members of `role`, or every member. Default "nobody"',
    }),
  ),
  role: optionalText('The role that has the view, with sharedWith "role"'),
};

export const viewSchema = model('View', 'A saved view of a list', {
  id: text('Id of the view'),
  kind: viewKind,
  name: text('Name for people'),
  ...settings,
  sharedWith: Type.Union([Type.Literal('nobody'), Type.Literal('role'), Type.Literal('everyone')], {
    description: 'Who else has it',
  }),
  role: orNull(Type.String(), 'The role that has it'),
  ownerId: text('Id of the user who saved it first'),
  mayChange: flag('Whether the caller may save and delete it'),
  incomplete: flag(
    'Whether conditions, sort keys or columns were left out because the caller does not have their fields',
  ),
  updatedTs: timestamp('When it was last saved'),
});
export type View = Static<typeof viewSchema>;
