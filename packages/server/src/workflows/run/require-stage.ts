import { excerpt, namesNothing } from '../../kernel/errors/request-errors.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';

/** @throws CatalogueError 1200 (404) for a stage that is not configured (D14) */
export function requireStage(subProject: SubProject, stageKey: string): void {
  if (subProject.stages.has(stageKey)) return;
  const known = [...subProject.stages.keys()].join(', ');
  throw namesNothing(`There is no stage "${excerpt(stageKey)}". The stages are ${known}.`);
}
