import { operations } from '@millrace/contract';
import { grantsOf } from '../../access/authorize.js';
import { type NameSet, only } from '../../access/role.js';
import type { UseCase, UserPrincipal } from '../../use-case/caller.js';
import { enter } from '../configuration/enter.js';
import type { SubProject } from '../configuration/sub-project.js';
import type { SubProjects } from '../configuration/sub-projects.js';
import { describedSchema } from '../fields/field-schema.js';

/**
 * getSubProjectSchema: what forms and lists of processes need to know of the current configuration, with the rights of the
 * caller. What a caller may neither see nor set is left out.
 */
export const getSubProjectSchema =
  ({ subProjects }: { readonly subProjects: Pick<SubProjects, 'load'> }): UseCase<'getSubProjectSchema'> =>
  async (caller, { subProjectId }) => {
    const { subProject } = await enter(subProjects, caller, subProjectId, operations.getSubProjectSchema);
    const grants = grantsOf(caller.principal as UserPrincipal, subProject);
    const namesOf = (grant: 'process.read' | 'process.create' | 'process.update' | 'workflow.call'): NameSet =>
      grants.get(grant) ?? only([]);
    const rights = {
      read: namesOf('process.read'),
      create: namesOf('process.create'),
      update: namesOf('process.update'),
    };
    const { businessKey, storage } = subProject;
    const calls = namesOf('workflow.call');
    return {
      subProjectId: subProject.id,
      name: subProject.name,
      version: String(subProject.version),
      create: grants.has('process.create'),
      update: grants.has('process.update'),
      delete: grants.has('process.delete'),
      businessKey: businessKey !== undefined && rights.read.has(businessKey) ? businessKey : null,
      fields: fieldsOf(subProject, rights),
      states: statesOf(subProject, rights.update.has('state')),
      priorities: {
        default: subProject.defaultPriority,
        create: rights.create.has('priority'),
        update: rights.update.has('priority'),
        values: [...subProject.priorities],
      },
      stages: {
        create: rights.create.has('stageKey'),
        update: rights.update.has('stageKey'),
        values: [...subProject.stages.values()].map(({ key, name, default: isDefault }) => ({
          key,
          name,
          default: isDefault,
        })),
      },
      clocks: subProject.slas
        .filter(({ fields }) => fields.every((name) => rights.read.has(name)))
        .map(({ key, name, on }) => ({ key, name, on })),
      storage: {
        legalHold: storage.legalHold,
        plugins: storage.plugins.all ? null : [...storage.plugins.names],
        maximumFileSize: textOf(storage.maximumFileSize),
        quota: textOf(storage.quota),
        read: grants.has('file.read'),
        create: grants.has('file.create'),
        delete: grants.has('file.delete'),
      },
      workflows: subProject.workflows
        .filter(({ key, stageKeys }) => calls.has(key) && stageKeys.length > 0)
        .map(({ id, key, name, description, stageKeys }) => ({
          id,
          key,
          name,
          description,
          stageKeys: [...stageKeys],
        })),
    };
  };

interface Rights {
  readonly read: NameSet;
  readonly create: NameSet;
  readonly update: NameSet;
}

function fieldsOf({ fields }: SubProject, { read, create, update }: Rights) {
  const isKnown = (name: string) => read.has(name) || create.has(name) || update.has(name);
  return [...fields.values()]
    .filter(({ name }) => isKnown(name))
    .map(({ name, schema, required, indexed, unique, reference }) => ({
      name,
      schema: describedSchema(schema, isKnown),
      required,
      indexed,
      unique,
      reference: reference ?? null,
      read: read.has(name),
      create: create.has(name),
      update: update.has(name),
    }));
}

function statesOf({ initialState, states, tones, allowsTransition }: SubProject, update: boolean) {
  const keys = [...states];
  return {
    initial: initialState,
    update,
    values: keys.map((key) => ({
      key,
      tone: tones.get(key) ?? null,
      next: update ? keys.filter((next) => next !== key && allowsTransition(key, next)) : [],
    })),
  };
}

const textOf = (limit: number | undefined): string | null => (limit === undefined ? null : String(limit));
