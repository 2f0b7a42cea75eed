import { Link } from '@tanstack/react-router';
import { useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { showToast } from '../../frame/toasts.js';
import { ShowMore } from '../../list/page/show-more.js';
import { Badge } from '../../ui/badge/badge.js';
import { Button } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { Avatar } from '../../ui/people/avatar.js';
import { ColumnHead, Table } from '../../ui/table/table.js';
import { When } from '../../ui/text/when.js';
import styles from '../admin.module.css';
import { messages } from '../messages/index.gen.js';
import { usePages } from '../parts/use-pages.js';
import type { Group } from './group-dialog.js';

/** The people of a group. Only whom an administrator put there can be taken out here. */
export function GroupMembers({ group }: { readonly group: Group }) {
  const m = messages.use();
  const reading = usePages('getGroupMembers', { groupId: group.id });
  const { mutate } = useChange('setGroupMembers');
  const members = reading.pages.flatMap((page) => page.members);
  const takeOut = (userId: string, name: string) =>
    mutate(
      { groupId: group.id, remove: [userId] },
      {
        onSuccess: ({ kept }) =>
          showToast({
            text: kept === 0 ? m.takenOut({ name, group: group.name }) : m.stays({ name, group: group.name }),
          }),
        onError: (error) => showFailure(error),
      },
    );
  if (reading.error !== null) return <ProblemView error={reading.error} onRetry={() => void reading.refetch()} />;
  if (reading.data === undefined) return <SkeletonRows count={6} />;
  if (members.length === 0) {
    return (
      <Empty kind="nothing" title={m.noPeople}>
        {m.noPeopleText}
      </Empty>
    );
  }
  return (
    <>
      <Table aria-label={m.people} density="roomy" layout="cards" className={styles.table}>
        <thead>
          <tr>
            <ColumnHead>{m.name}</ColumnHead>
            <ColumnHead>{m.email}</ColumnHead>
            <ColumnHead>{m.whoSays}</ColumnHead>
            <ColumnHead>
              <span className="vh">{m.takeOut}</span>
            </ColumnHead>
          </tr>
        </thead>
        <tbody>
          {members.map(({ userId, name, email, disabled, sources }) => (
            <tr key={userId}>
              <td>
                <span className="row">
                  <Link to="/admin/users/$userId" params={{ userId }} className={styles.name}>
                    <Avatar name={name} size={24} />
                    <span className="clip">{name}</span>
                  </Link>
                  {disabled && <Badge tone="cancelled">{m.disabled}</Badge>}
                </span>
              </td>
              <td className="t3 clip">{email}</td>
              <td className="t3">
                {sources.map(({ source, since }, index) => (
                  <span key={source}>
                    {index > 0 && ' · '}
                    {m.sourceOf({ source })} <When at={since} />
                  </span>
                ))}
              </td>
              <td>
                {sources.some(({ source }) => source === 'managed') && (
                  <Button size="small" onClick={() => takeOut(userId, name)}>
                    {m.takeOut}
                    <span className="vh"> {name}</span>
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <ShowMore of={reading} />
    </>
  );
}
