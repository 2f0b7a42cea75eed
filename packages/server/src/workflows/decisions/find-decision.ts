import type { Access } from '../../access/authorize.js';
import { mayNotCall } from '../../kernel/errors/access-errors.js';
import { excerpt, namesNothing, notFound } from '../../kernel/errors/request-errors.js';
import type { Queryable } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { findDecisionVersion } from '../../sub-projects/records/decision-queries.js';
import type { DecisionEntry } from '../../sub-projects/records/stored-configuration.js';

/** Versions are numbered from 1. */
const VERSION = /^[1-9]\d{0,8}$/;

/**
 * The DMN file of the current configuration that has a decision.
 *
 * @throws CatalogueError 1200 (404) when none has it
 */
export function fileOfDecision(subProject: SubProject, decisionId: string): DecisionEntry {
  const entry = subProject.decisionFiles.get(decisionId);
  if (entry === undefined) throw notFound('decision', decisionId, '; getDecisions lists them');
  return entry;
}

/**
 * The definition of a DMN file: the current one, or that of a version.
 *
 * @throws CatalogueError 1200 (404) when the configuration has no such file, or the file no such version
 */
export async function definitionOf(
  db: Queryable,
  subProject: SubProject,
  key: string,
  version: string | undefined,
): Promise<string> {
  const entry = subProject.decisions.find((one) => one.key === key);
  if (version === undefined) {
    if (entry === undefined) throw notFound('DMN file with the key', key, '; getDecisions lists them');
    return entry.definitionId;
  }
  const found = VERSION.test(version) ? await findDecisionVersion(db, subProject.id, key, Number(version)) : undefined;
  if (found === undefined) throw namesNothing(`The DMN file "${excerpt(key)}" has no version "${excerpt(version)}".`);
  return found;
}

/** @throws CatalogueError 1209 when no role of the caller has the key of the DMN file in its `call` list */
export function requireCall(access: Access, key: string): void {
  if (access.unrestricted || access.roles.some((role) => role.call?.has(key) === true)) return;
  throw mayNotCall(`No role of the caller may evaluate the decisions of "${key}".`);
}
