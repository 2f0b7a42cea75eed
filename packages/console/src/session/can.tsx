import type { Grant } from '@millrace/contract';
import type { ReactNode } from 'react';
import { type Me, useMe } from './session.js';

/** Where a right is needed: in a sub-project, or in any of them. */
export interface Right {
  readonly grant: Grant;
  readonly subProjectId?: string;
  /** Of a grant that is limited to fields, workflows or types: the one that is needed. */
  readonly name?: string;
}

/** Whether a person holds a right. The server judges every request itself: this decides only what is shown. */
export function may(me: Me, { grant, subProjectId, name }: Right): boolean {
  if (me.administrator) return true;
  return me.subProjects
    .filter(({ id }) => subProjectId === undefined || id === subProjectId)
    .some(({ grants }) => {
      const held = (grants as Readonly<Record<string, readonly string[] | undefined>>)[grant] ?? [];
      return name === undefined ? held.length > 0 : held.includes(name) || held.includes('*');
    });
}

export const useMay = (right: Right): boolean => may(useMe(), right);

/**
 * Shows its children to those who hold the right, and `otherwise` to the others.
 *
 * @public
 */
export function Can({ otherwise = null, children, ...right }: Right & { otherwise?: ReactNode; children: ReactNode }) {
  return useMay(right) ? children : otherwise;
}
