import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHead } from '../../frame/page-head.js';
import { ListPage, type ListPageProps } from '../../list/page/list-page.js';
import { Tools } from '../../list/page/tools.js';
import { useMe } from '../../session/session.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { TabLinks, tabLink } from '../../ui/tabs/tabs.js';
import styles from '../admin.module.css';
import { messages } from '../messages/index.gen.js';

const SKELETONS = 8;

/** A list of the whole installation, for administrators; others are told so. */
export function AdminList({ tools, ...list }: Omit<ListPageProps, 'denied' | 'skeletons'>) {
  return (
    <ForAdministrators>
      <ListPage {...list} tools={<Top tools={tools} />} skeletons={SKELETONS} />
    </ForAdministrators>
  );
}

export interface AdminPageProps {
  readonly title: string;
  /** What stands beside the title. */
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  readonly tools?: ReactNode;
  /** The read that the page shows. */
  readonly of: { readonly data: unknown; readonly error: Error | null; refetch(): unknown };
  readonly children: ReactNode;
}

/** A page about one thing of the installation, for administrators; others are told so. */
export function AdminPage({ title, beside, actions, tools, of: { data, error, refetch }, children }: AdminPageProps) {
  return (
    <ForAdministrators>
      <PageHead title={title} beside={beside}>
        {actions}
      </PageHead>
      <Top tools={tools} />
      <div className="scroll">
        {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <SkeletonRows count={SKELETONS} />}
        {data !== undefined && children}
      </div>
    </ForAdministrators>
  );
}

function ForAdministrators({ children }: { readonly children: ReactNode }) {
  const m = messages.use();
  const { administrator } = useMe();
  if (administrator) return children;
  return (
    <Empty kind="denied" isPage title={m.deniedTitle}>
      {m.deniedText}
    </Empty>
  );
}

function Top({ tools }: { readonly tools: ReactNode }) {
  const m = messages.use();
  return (
    <>
      <TabLinks label={m.title} className={styles.tabs}>
        <Link to="/admin/users" className={tabLink}>
          {m.users}
        </Link>
        <Link to="/admin/groups" className={tabLink}>
          {m.groups}
        </Link>
        <Link to="/admin/invitations" className={tabLink}>
          {m.invitations}
        </Link>
        <Link to="/admin/clients" className={tabLink}>
          {m.clients}
        </Link>
        <Link to="/admin/providers" className={tabLink}>
          {m.providers}
        </Link>
        <Link to="/admin/settings" className={tabLink}>
          {m.settings}
        </Link>
      </TabLinks>
      {tools !== undefined && tools !== false && <Tools>{tools}</Tools>}
    </>
  );
}
