import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.js';
import { keyOf } from '../api/queries.js';
import { ListPage } from '../list/page/list-page.js';
import { ShowMore } from '../list/page/show-more.js';
import { Tools } from '../list/page/tools.js';
import { useMay } from '../session/can.js';
import { Button } from '../ui/button/button.js';
import { Empty } from '../ui/feedback/empty.js';
import { SearchField } from '../ui/field/search-field.js';
import { Segments } from '../ui/tabs/segments.js';
import { Invitations } from './invitations/invitations.js';
import { messages } from './messages/index.gen.js';
import type { Holder } from './model/given-roles.js';
import { type MembersSearch, readMembersSearch } from './model/search.js';
import { AddDialog } from './people/add-dialog.js';
import { People } from './people/people.js';
import { RolesDialog } from './people/roles-dialog.js';
import { RoleMatrix } from './roles/role-matrix.js';

const route = getRouteApi('/frame/members/$subProjectId');
const PER_PAGE = '50';

/** Who has which roles in a sub-project and why, and what each role allows. */
export function MembersPage() {
  const m = messages.use();
  const { subProjectId } = route.useParams();
  const search = readMembersSearch({ ...route.useSearch() });
  const navigate = useNavigate();
  const manages = useMay({ grant: 'member.manage', subProjectId });
  const [isAdding, setAdding] = useState(false);
  const [holder, setHolder] = useState<Holder>();
  const query = useMembers(subProjectId, search.text);
  const change = (next: MembersSearch) =>
    void navigate({ to: '/members/$subProjectId', params: { subProjectId }, search: next, replace: true });
  const pages = query.data?.pages;
  const [first] = pages ?? [];
  const members = pages?.flatMap((page) => page.members) ?? [];
  const roles = first?.roles ?? [];
  const isSearching = search.text !== undefined;
  return (
    <>
      <ListPage
        title={m.title}
        total={first?.meta}
        actions={
          manages && (
            <Button look="primary" icon={UserPlus} disabled={first === undefined} onClick={() => setAdding(true)}>
              {m.add}
            </Button>
          )
        }
        tools={
          <Tools>
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
              <SearchField
                label={m.find}
                value={search.text ?? ''}
                onChange={(text) => change(text === '' ? {} : { text })}
              />
            )}
          </Tools>
        }
        denied={{ title: m.deniedTitle, text: m.deniedText }}
        of={query}
        isRead={first !== undefined}
        skeletons={8}
      >
        {search.show === 'roles' ? (
          <RoleMatrix roles={roles} />
        ) : (
          <>
            {members.length === 0 && (
              <Empty
                kind={isSearching ? 'filtered' : 'nothing'}
                title={isSearching ? m.noneMatch : m.noneYet}
                actions={isSearching ? <Button onClick={() => change({})}>{m.clearSearch}</Button> : undefined}
              >
                {isSearching ? m.noneMatchText : m.noneYetText}
              </Empty>
            )}
            {(members.length > 0 || !isSearching) && (
              <People members={members} groups={isSearching ? [] : (first?.groups ?? [])} onOpen={setHolder} />
            )}
            <ShowMore of={query} />
            {manages && !isSearching && <Invitations subProjectId={subProjectId} />}
          </>
        )}
      </ListPage>
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
