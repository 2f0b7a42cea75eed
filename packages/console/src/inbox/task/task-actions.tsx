import { CalendarClock, Ellipsis, Undo2, UserRoundCheck, UserRoundPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useChange } from '../../api/queries.js';
import { useKeys } from '../../frame/keys.js';
import { showToast } from '../../frame/toasts.js';
import { Button, IconButton } from '../../ui/button/button.js';
import { Menu } from '../../ui/menu/menu.js';
import type { MenuEntry } from '../../ui/menu/menu-entry.js';
import { messages } from '../messages/index.gen.js';
import type { TaskDetail } from '../tasks/task-query.js';
import styles from './task.module.css';

/** The dialogs come with their first use. */
const GiveDialog = lazy(() => import('./give-dialog.js').then(({ GiveDialog: component }) => ({ default: component })));
const DatesDialog = lazy(() =>
  import('./dates-dialog.js').then(({ DatesDialog: component }) => ({ default: component })),
);

/** Claim, give back, give to somebody, dates. */
export function TaskActions({ detail }: { detail: TaskDetail }) {
  const m = messages.use();
  const { allowed, title, task, subProject } = detail;
  const [dialog, setDialog] = useState<'give' | 'dates'>();
  const claim = useChange('claimTask');
  const release = useChange('releaseTask');
  const change = (how: typeof claim | typeof release, text: string) =>
    how.mutate(
      { subProjectId: subProject.id, taskId: task.id },
      {
        onSuccess: () => void showToast({ text }),
        onError: ({ message }) => void showToast({ text: message, tone: 'failed' }),
      },
    );
  const doClaim = () => change(claim, m.claimed({ title }));
  const doRelease = () => change(release, m.released({ title }));
  const group = m.keysGroup;
  useKeys([
    { keys: 'c', label: m.claim, group, isOn: allowed.claim, run: doClaim },
    { keys: 'g t', label: m.give, group, isOn: allowed.assign, run: () => setDialog('give') },
  ]);
  const entries: MenuEntry[] = [
    ...(allowed.claim ? [{ id: 'claim', label: m.claim, icon: UserRoundCheck, shortcut: 'C', run: doClaim }] : []),
    ...(allowed.release ? [{ id: 'release', label: m.release, icon: Undo2, run: doRelease }] : []),
    ...(allowed.assign ? [{ id: 'give', label: m.give, icon: UserRoundPlus, run: () => setDialog('give') }] : []),
    ...(allowed.update ? [{ id: 'dates', label: m.dates, icon: CalendarClock, run: () => setDialog('dates') }] : []),
  ];
  return (
    <>
      {allowed.claim && (
        <Button
          look="quiet"
          icon={UserRoundCheck}
          shortcut="c"
          className={styles.claim}
          isBusy={claim.isPending}
          onClick={doClaim}
        >
          {m.claim}
        </Button>
      )}
      {!allowed.claim && allowed.release && (
        <Button look="quiet" icon={Undo2} className={styles.claim} isBusy={release.isPending} onClick={doRelease}>
          {m.release}
        </Button>
      )}
      {entries.length > 0 && (
        <Menu label={m.more} entries={entries} placement="bottom end">
          {(trigger) => <IconButton {...trigger} icon={Ellipsis} label={m.more} />}
        </Menu>
      )}
      <Suspense>
        {dialog === 'give' && <GiveDialog detail={detail} onClose={() => setDialog(undefined)} />}
        {dialog === 'dates' && <DatesDialog detail={detail} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </>
  );
}
