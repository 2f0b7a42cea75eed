import type { Grant } from '@millrace/contract';
import { useSubProject } from '../../frame/sub-project.js';
import { may } from '../../session/can.js';
import { type OwnSubProject, useMe } from '../../session/session.js';

/** The sub-projects in which the person holds a right, and which of them is meant: by the address, the rail, or the first. */
export function useProjects(grant: Grant, wanted: string | undefined) {
  const me = useMe();
  const chosen = useSubProject();
  const allowed = me.subProjects.filter(({ id }) => may(me, { grant, subProjectId: id }));
  const find = (id: string | undefined): OwnSubProject | undefined => allowed.find((one) => one.id === id);
  return { allowed, project: find(wanted) ?? find(chosen?.id) ?? allowed[0] };
}
