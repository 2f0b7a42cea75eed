import { usePeople } from '../../form/schema/use-people.js';
import { useList } from '../model/list-context.js';
import { choiceLabel, humanize, type ListKey } from '../model/schema.js';

export interface Choice {
  readonly value: string | boolean | null;
  readonly label: string;
}

interface Words {
  readonly yes: string;
  readonly no: string;
  readonly clear: string;
}

/** The values that a key can have, where they can be listed; undefined: they are typed. */
export function useChoices(of: ListKey, m: Words): readonly Choice[] | undefined {
  const { schema, learn } = useList();
  const people = usePeople(schema.subProjectId, of.kind === 'user');
  // A person who is chosen is shown at once.
  learn(Object.fromEntries(people.map(({ id, name }) => [id, name])));
  const optional: readonly Choice[] = of.isRequired ? [] : [{ value: null, label: m.clear }];
  switch (of.kind) {
    case 'state':
    case 'priority':
      return of.values.map((value) => ({ value, label: humanize(value) }));
    case 'stage':
      return schema.stages.values.map(({ key, name }) => ({ value: key, label: name }));
    case 'choice':
      return [...of.values.map((value) => ({ value, label: choiceLabel(value) })), ...optional];
    case 'boolean':
      return [{ value: true, label: m.yes }, { value: false, label: m.no }, ...optional];
    case 'user':
      return [...people.map(({ id, name }) => ({ value: id, label: name })), ...optional];
    default:
      return undefined;
  }
}

const typed: ReadonlySet<ListKey['kind']> = new Set(['text', 'number', 'date']);

/** Whether values of a key can be entered in the list. */
export const isEditable = (of: ListKey): boolean =>
  of.updates !== undefined &&
  (typed.has(of.kind) || ['state', 'priority', 'stage', 'choice', 'boolean', 'user'].includes(of.kind));
