import { type Blame, CatalogueError } from './catalogue-error.js';
import { errorIds } from './error-ids.js';

/** The longest part of a client's own text that an error repeats. */
const EXCERPT_LENGTH = 100;

/** The beginning of a text that a client sent, fit to be repeated in an error. */
export const excerpt = (text: string): string => text.slice(0, EXCERPT_LENGTH);

const blaming = (errors: readonly Blame[]) => (errors.length > 0 ? { errors } : {});

/**
 * 1200 (400): a required member is missing or empty, or a member has the wrong type (D14).
 *
 * @param detail one or two sentences: what was wrong, where, what would be right
 * @param errors the members to blame
 */
export const invalidRequest = (detail: string, errors: readonly Blame[] = []): CatalogueError =>
  new CatalogueError(errorIds.invalidRequest, detail, blaming(errors));

/** 1200 (400) with one member to blame for what `detail` says. */
export const invalidMember = (pointer: string, detail: string): CatalogueError =>
  invalidRequest(detail, [{ pointer, detail }]);

/**
 * 1200 (404): an id or key of the request names nothing that the caller could see (D14).
 *
 * @param detail names the kind and the id, for example `There is no run "7" in this sub-project.`
 * @param pointer the member to blame, where one is
 */
export const namesNothing = (detail: string, pointer?: string): CatalogueError =>
  new CatalogueError(errorIds.invalidRequest, detail, {
    status: 404,
    ...(pointer === undefined ? {} : blaming([{ pointer, detail }])),
  });

/**
 * 1200 (404): `There is no <kind> "<id>"<where>.`
 *
 * @param kind for people: run, task, workflow …
 * @param where goes on after the id, with its own space or semicolon, for example ` in this sub-project`
 */
export const notFound = (kind: string, id: string, where = ''): CatalogueError =>
  namesNothing(`There is no ${kind} "${excerpt(id)}"${where}.`);

/** 1232 (400): values that do not fit their declaration. */
export const invalidValue = (detail: string, errors: readonly Blame[] = []): CatalogueError =>
  new CatalogueError(errorIds.invalidValue, detail, blaming(errors));

/** 1231 (400): a field name that the sub-project does not declare, or that the caller may not see. */
export const unknownField = (detail: string, errors: readonly Blame[] = []): CatalogueError =>
  new CatalogueError(errorIds.unknownField, detail, blaming(errors));

/** 1009 (409): the request does not fit the current state. */
export const conflict = (detail: string): CatalogueError => new CatalogueError(errorIds.conflict, detail);

/**
 * 1009 (409): a value that must be unique belongs to something else already.
 *
 * @param pointer the member that holds the value
 * @param cause the violation of the unique index
 */
export const alreadyTaken = (detail: string, pointer: string, cause: unknown): CatalogueError =>
  new CatalogueError(errorIds.conflict, detail, { errors: [{ pointer, detail: 'Taken.' }], cause });

/** 1008 (412): the version of `If-Match` is no longer current. */
export const preconditionFailed = (detail: string): CatalogueError =>
  new CatalogueError(errorIds.preconditionFailed, detail);
