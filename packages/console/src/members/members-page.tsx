import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.js';
import { isProblem } from '../api/problem.js';
import { keyOf } from '../api/queries.js';
import { PageHead } from '../frame/page-head.js';
import { figure } from '../messages/instants.js';
import { useLocale } from '../messages/locale.js';
import { useMay } from '../session/can.js';
import { Button } from '../ui/button/button.js';
import { Empty } from '../ui/feedback/empty.js';
import { ProblemView } from '../ui/feedback/problem.js';
import { SkeletonRows } from '../ui/feedback/skeleton.js';
import { Segments } from '../ui/tabs/segments.js';
import { Invitations } from './invitations/invitations.js';
import styles from './members.module.css';
import { messages } from './messages/index.gen.js';
import type { Holder } from './model/given-roles.js';
import { type MembersSearch, readMembersSearch } from './model/search.js';
import { AddDialog } from './people/add-dialog.js';
import { People } from './people/people.js';
import { RolesDialog } from './people/roles-dialog.js';
import { SearchField } from './people/search-field.js';
import { RoleMatrix } from './roles/role-matrix.js';

const route = getRouteApi('/frame/members/$subProjectId');
const PER_PAGE = '50';

/** Who has which roles in a sub-project and why, and what each role allows. */
export function MembersPage() {
  const m = messages.use();
  const locale = useLocale();
  const { subProjectId } = route.useParams();
  const search = readMembersSearch({ ...route.useSearch() });
  const navigate = useNavigate();
  const manages = useMay({ grant: 'member.manage', subProjectId });
  const [isAdding, setAdding] = useState(false);
  const [holder, setHolder] = useState<Holder>();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useMembers(
    subProjectId,
    search.text,
  );
  const change = (next: MembersSearch) =>
    void navigate({ to: '/members/$subProjectId', params: { subProjectId }, search: next, replace: true });
  if (isProblem(error) && error.status === 403) {
    return (
      <Empty kind="denied" isPage title={m.deniedTitle}>
        {m.deniedText}
      </Empty>
    );
  }
  const [first] = data?.pages ?? [];
  const members = data?.pages.flatMap((page) => page.members) ?? [];
  const roles = first?.roles ?? [];
  const isSearching = search.text !== undefined;
  return (
    <>
      <PageHead
        title={m.title}
        beside={
          first !== undefined && <span className="t3 t13 num">{figure(Number(first.meta.totalCount), locale)}</span>
        }
      >
        {manages && (
          <Button look="primary" icon={UserPlus} disabled={first === undefined} onClick={() => setAdding(true)}>
            {m.add}
          </Button>
        )}
      </PageHead>
      <div className={styles.tools}>
        <Segments
          label={m.show}
          items={[
            { id: 'people', label: m.people },
            { id: 'roles', label: m.roles },
          ]}
          selected={search.show ?? 'people'}
          onSelect={(id) => change(id === 'roles' ? { ...search, show: id } : { text: search.text })}
        />
        {search.show === undefined && (
          <SearchField value={search.text ?? ''} onChange={(text) => change(text === '' ? {} : { text })} />
        )}
      </div>
      <div className={`scroll ${styles.page}`}>
        {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <SkeletonRows count={8} />}
        {first !== undefined && search.show === 'roles' && <RoleMatrix roles={roles} />}
        {first !== undefined && search.show === undefined && (
          <>
            {members.length === 0 && isSearching && (
              <Empty
                kind="filtered"
                title={m.noneMatch}
                actions={<Button onClick={() => change({})}>{m.clearSearch}</Button>}
              >
                {m.noneMatchText}
              </Empty>
            )}
            {members.length === 0 && !isSearching && (
              <Empty kind="nothing" title={m.noneYet}>
                {m.noneYetText}
              </Empty>
            )}
            {(members.length > 0 || !isSearching) && (
              <People members={members} groups={isSearching ? [] : first.groups} onOpen={setHolder} />
            )}
            {hasNextPage && (
              <div className={styles.more}>
                <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {m.showMore}
                </Button>
              </div>
            )}
            {manages && !isSearching && <Invitations subProjectId={subProjectId} />}
          </>
        )}
      </div>
      {isAdding && <AddDialog subProjectId={subProjectId} roles={roles} onClose={() => setAdding(false)} />}
      {holder !== undefined && (
        <RolesDialog
          subProjectId={subProjectId}
          roles={roles}
          holder={holder}
          mayChange={manages}
          onClose={() => setHolder(undefined)}
        />
      )}
    </>
  );
}

function useMembers(subProjectId: string, text: string | undefined) {
  const request = { subProjectId, text, perPageCount: PER_PAGE };
  return useInfiniteQuery({
    queryKey: keyOf('getMembers', request),
    queryFn: ({ pageParam, signal }) => call('getMembers', { ...request, page: String(pageParam) }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (Number(meta.page) < Number(meta.totalPages) ? Number(meta.page) + 1 : undefined),
    placeholderData: keepPreviousData,
  });
}
