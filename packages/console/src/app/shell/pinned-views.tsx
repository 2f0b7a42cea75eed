import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { Pin } from 'lucide-react';
import type { AnswerOf } from '../../api/call.js';
import { read } from '../../api/queries.js';
import { usePageSubProject, useSubProject } from '../../frame/sub-project.js';
import { useMay } from '../../session/can.js';
import { Count } from '../../ui/badge/badge.js';
import { Icon } from '../../ui/icon/icon.js';
import { messages } from './messages/index.gen.js';
import styles from './rail.module.css';

/** More are found above the list. */
const MOST = 8;

/** The pinned views of the sub-project of the page, each with the number of its processes. */
export function PinnedViews() {
  const ofPage = usePageSubProject();
  const chosen = useSubProject();
  const subProjectId = (ofPage ?? chosen)?.id;
  return subProjectId === undefined ? null : <Views subProjectId={subProjectId} />;
}

function Views({ subProjectId }: { readonly subProjectId: string }) {
  const m = messages.use();
  const enabled = useMay({ grant: 'process.read', subProjectId });
  const { data } = useQuery({ ...read('getViews', { subProjectId, kind: 'processes' }), enabled });
  const views = (data?.views ?? []).filter(({ pinned }) => pinned).slice(0, MOST);
  const current = useRouterState({ select: ({ location }) => new URLSearchParams(location.searchStr).get('view') });
  if (views.length === 0) return null;
  return (
    <nav className={styles.pinned} aria-labelledby="pinned-views">
      <h2 id="pinned-views">{m.pinned}</h2>
      {views.map((view) => (
        <PinnedView key={view.id} subProjectId={subProjectId} view={view} isCurrent={view.id === current} />
      ))}
    </nav>
  );
}

interface PinnedViewProps {
  readonly subProjectId: string;
  readonly view: AnswerOf<'getViews'>['views'][number];
  readonly isCurrent: boolean;
}

function PinnedView({ subProjectId, view: { id, name, filters }, isCurrent }: PinnedViewProps) {
  const { data } = useQuery(
    read('getProcess', {
      page: '1',
      perPageCount: '1',
      filters: JSON.stringify({ ...filters, subProjectId_id: subProjectId }),
    }),
  );
  return (
    <Link
      to="/processes/$subProjectId"
      params={{ subProjectId }}
      search={{ view: id }}
      className={styles.entry}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon of={Pin} size={14} />
      <span className={styles.name}>{name}</span>
      {data !== undefined && (
        <span className={styles.count}>
          <Count value={Number(data.meta.totalCount)} />
        </span>
      )}
    </Link>
  );
}
