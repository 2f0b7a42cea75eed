import type { ErrorId } from '@millrace/contract';
import { CatalogueError } from './catalogue-error.js';
import { errorIds } from './error-ids.js';

/** 1202 (404): there is no such sub-project. @param id the operation's own error, where it has one (update: 1221) */
export const subProjectNotFound = (subProjectId: string, id: ErrorId = errorIds.subProjectNotFound): CatalogueError =>
  new CatalogueError(id, `There is no sub-project "${subProjectId}".`);

/** 1202 (404): the id is not of the form that the ids of sub-projects have. */
export const subProjectIdMalformed = (subProjectId: string): CatalogueError =>
  new CatalogueError(errorIds.subProjectNotFound, `"${subProjectId}" is not the id of a sub-project: ids are UUIDs.`);

/** 1201 (404): nothing has been deployed to the sub-project. */
export const notConfigured = (subProjectId: string): CatalogueError =>
  new CatalogueError(
    errorIds.notConfigured,
    `No configuration has been deployed to the sub-project "${subProjectId}".`,
  );

/** 1223 (409): a process has no stage to start in. */
export const noDefaultStage = (): CatalogueError =>
  new CatalogueError(errorIds.noDefaultStage, 'No stage of this sub-project is the default one. Name a stageKey.');
