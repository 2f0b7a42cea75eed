import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import { chooseSubProject, usePageSubProject, useSubProject } from '../../frame/sub-project.js';
import { useMe } from '../../session/session.js';
import { Icon } from '../../ui/icon/icon.js';
import { Menu } from '../../ui/menu/menu.js';
import { messages } from '../messages/index.gen.js';
import styles from './rail.module.css';

/**
 * Chooses one sub-project or all; pages that work in one sub-project begin with it. On such a page it names the one of the
 * page, and a choice leads to the list of the other.
 */
export function SubProjectPicker() {
  const m = messages.use();
  const { administrator, subProjects } = useMe();
  const navigate = useNavigate();
  const inRail = useSubProject();
  const ofPage = usePageSubProject();
  const chosen = ofPage ?? inRail;
  const choose = (id?: string) => {
    chooseSubProject(id);
    if (ofPage === undefined) return;
    void navigate(
      id === undefined ? { to: '/processes' } : { to: '/processes/$subProjectId', params: { subProjectId: id } },
    );
  };
  const name = chosen?.name ?? m.allSubProjects;
  const entries = [
    { id: 'all', label: m.allSubProjects, isChosen: chosen === undefined, run: () => choose() },
    { kind: 'separator' as const, id: 'line' },
    ...subProjects.map((each) => ({
      id: each.id,
      label: each.name,
      isChosen: each.id === chosen?.id,
      run: () => choose(each.id),
    })),
    ...(administrator ? [{ id: 'new', label: m.newProject, run: () => void navigate({ to: '/design/new' }) }] : []),
  ];
  if (subProjects.length === 0 && !administrator) return null;
  return (
    <Menu label={m.subProject} entries={entries}>
      {(trigger) => (
        <button type="button" {...trigger} className={styles.picker} title={name}>
          <span className={styles.square} data-letter={[...name][0]?.toUpperCase()} />
          <span className="vh">{m.subProject}</span>
          <span className="clip">{name}</span>
          <Icon of={ChevronsUpDown} size={14} />
        </button>
      )}
    </Menu>
  );
}
