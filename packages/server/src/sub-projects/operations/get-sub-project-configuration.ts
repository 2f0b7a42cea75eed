import { operations } from '@millrace/contract';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { namesNothing } from '../../kernel/errors/request-errors.js';
import { notConfigured } from '../../kernel/errors/sub-project-errors.js';
import type { Queryable } from '../../postgres/database.js';
import type { UseCase } from '../../use-case/caller.js';
import { enter } from '../configuration/enter.js';
import type { FieldIndexesPort } from '../configuration/field-indexes-port.js';
import type { SubProjects } from '../configuration/sub-projects.js';
import { findCurrentVersionId, findVersionSource } from '../records/version-queries.js';

interface ConfigurationDeps {
  readonly db: Queryable;
  readonly subProjects: Pick<SubProjects, 'load'>;
  readonly fieldIndexes?: FieldIndexesPort;
}

/**
 * Returns what was deployed as a version: the document as it was sent and the BPMN files its workflows use; of the
 * current version also how far the indexes of its fields are.
 */
export const getSubProjectConfiguration =
  ({ db, subProjects, fieldIndexes }: ConfigurationDeps): UseCase<'getSubProjectConfiguration'> =>
  async (caller, { subProjectId, version }) => {
    await enter(subProjects, caller, subProjectId, operations.getSubProjectConfiguration);
    const deployedId = (await findCurrentVersionId(db, subProjectId))?.deployedId ?? null;
    if (deployedId === null) throw notConfigured(subProjectId);
    const which = version === undefined ? { id: deployedId } : { number: versionNumber(version) };
    const source = await findVersionSource(db, subProjectId, which);
    if (source === undefined) throw unknownVersion(version);
    return {
      subProjectId: subProjectId.toLowerCase(),
      version: String(source.number),
      document: source.document,
      files: { ...source.files },
      createdTs: source.createdTs.toISOString(),
      ...(version === undefined && fieldIndexes !== undefined
        ? { indexes: [...(await fieldIndexes.progress(subProjectId))] }
        : {}),
    };
  };

/** Version numbers are PostgreSQL integers from 1. */
function versionNumber(text: string): number {
  const number = /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number < 2 ** 31) return number;
  throw unknownVersion(text);
}

/** D14: a value that is present but names nothing. */
const unknownVersion = (version: string | undefined): CatalogueError =>
  namesNothing(`The sub-project has no version "${version}".`);
