import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { ListedSecret } from '../records/secrets.js';

/** A secret as operations show it. */
export const presentSecret = (row: ListedSecret, { secretUses }: Pick<SubProject, 'secretUses'>) => ({
  name: row.name,
  hosts: [...row.hosts],
  createdTs: row.createdTs.toISOString(),
  setTs: row.setTs.toISOString(),
  setBy: { id: row.setById, name: row.setByName },
  usedBy: secretUses.flatMap(({ name, file, elementId }) => (name === row.name ? [{ file, elementId }] : [])),
});
