import { Check } from 'lucide-react';
import type { RefObject } from 'react';
import { Header, Menu, MenuItem, MenuSection, Popover, Separator } from 'react-aria-components';
import { Icon } from '../icon/icon.js';
import { Kbd } from '../text/kbd.js';
import styles from './menu.module.css';
import type { MenuAction, MenuEntry, MenuHeading } from './menu-entry.js';

interface MenuPopoverProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly placement: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right bottom';
  readonly triggerRef: RefObject<HTMLElement | null>;
  onClose(): void;
}

interface Group {
  readonly id: string;
  readonly heading: MenuHeading | undefined;
  readonly actions: MenuAction[];
  readonly isApart: boolean;
}

/** The open menu: arrow keys, first letters, Esc, and the focus back to the button (React Aria). */
export function MenuPopover({ label, entries, placement, triggerRef, onClose }: MenuPopoverProps) {
  return (
    <Popover
      className={styles.menu ?? ''}
      triggerRef={triggerRef}
      placement={placement}
      aria-label={label}
      offset={4}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Menu className={styles.list ?? ''} aria-label={label} autoFocus="first" onClose={onClose}>
        {groupsOf(entries).flatMap((group) => [
          ...(group.isApart ? [<Separator key={`${group.id}-line`} className={styles.line ?? ''} />] : []),
          <MenuSection key={group.id} aria-label={group.heading === undefined ? label : group.heading.label}>
            {group.heading !== undefined && (
              <Header className={styles.heading ?? ''}>
                {group.heading.label}
                {group.heading.detail !== undefined && <span className={styles.detail}>{group.heading.detail}</span>}
              </Header>
            )}
            {group.actions.map((action) => (
              <Item key={action.id} action={action} />
            ))}
          </MenuSection>,
        ])}
      </Menu>
    </Popover>
  );
}

function Item({ action }: { action: MenuAction }) {
  const { id, label, icon, shortcut, isDanger = false, isChosen, whyNot, run } = action;
  return (
    <MenuItem
      id={id}
      textValue={label}
      isDisabled={whyNot !== undefined}
      className={`${styles.item} ${isDanger ? styles.danger : ''}`}
      onAction={run}
      {...(isChosen === undefined ? {} : { 'aria-current': isChosen })}
    >
      {icon !== undefined && <Icon of={icon} />}
      <span className="clip">{label}</span>
      {isChosen === true && <Icon of={Check} size={14} className={styles.chosen} />}
      {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
      {whyNot !== undefined && <span className={styles.why}>{whyNot}</span>}
    </MenuItem>
  );
}

/** Actions between separators and headings. */
function groupsOf(entries: readonly MenuEntry[]): Group[] {
  const groups: Group[] = [];
  for (const entry of entries) {
    const isStart = entry.kind === 'separator' || entry.kind === 'heading';
    if (isStart || groups.length === 0) {
      const heading = entry.kind === 'heading' ? entry : undefined;
      groups.push({ id: entry.id, heading, actions: [], isApart: entry.kind === 'separator' });
    }
    if (!isStart) groups.at(-1)?.actions.push(entry);
  }
  return groups;
}
