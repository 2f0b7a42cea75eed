import { Link } from '@tanstack/react-router';
import { Plus, Users } from 'lucide-react';
import { IconButton } from '../../ui/button/button.js';
import { Icon } from '../../ui/icon/icon.js';
import { TabCount, TabLinks, tabLink } from '../../ui/tabs/tabs.js';
import { messages } from '../messages/index.gen.js';
import { useList } from '../model/list-context.js';
import type { View } from '../model/use-list-context.js';
import { useTotal } from '../model/use-rows.js';
import { useListSearch } from '../model/use-search.js';
import styles from './views.module.css';

/** The saved views as tabs; each is a link of its own. */
export function ViewTabs({ views, onNew }: { views: readonly View[]; onNew(): void }) {
  const m = messages.use();
  const { view: current } = useListSearch();
  const isKnown = views.some(({ id }) => id === current);
  return (
    <div className={styles.tabs}>
      <TabLinks label={m.views}>
        {views.map((view) => (
          <ViewTab key={view.id} view={view} isCurrent={view.id === current} />
        ))}
        <AllTab isCurrent={!isKnown} />
      </TabLinks>
      <IconButton icon={Plus} label={m.newView} size="small" onClick={onNew} />
    </div>
  );
}

function ViewTab({ view, isCurrent }: { view: View; isCurrent: boolean }) {
  const m = messages.use();
  const { schema } = useList();
  const count = useTotal(view.filters as Readonly<Record<string, unknown>>);
  return (
    <Link
      to="/processes/$subProjectId"
      params={{ subProjectId: schema.subProjectId }}
      search={{ view: view.id }}
      className={tabLink}
      aria-current={isCurrent ? 'page' : undefined}
      activeOptions={{ exact: true, includeSearch: true }}
    >
      {view.sharedWith !== 'nobody' && <Icon of={Users} size={14} label={m.shared} />}
      {view.name}
      {count !== undefined && <TabCount value={count} />}
    </Link>
  );
}

function AllTab({ isCurrent }: { isCurrent: boolean }) {
  const m = messages.use();
  const { schema } = useList();
  const count = useTotal({});
  return (
    <Link
      to="/processes/$subProjectId"
      params={{ subProjectId: schema.subProjectId }}
      search={{}}
      className={tabLink}
      aria-current={isCurrent ? 'page' : undefined}
      activeOptions={{ exact: true, includeSearch: true }}
    >
      {m.all}
      {count !== undefined && <TabCount value={count} />}
    </Link>
  );
}
