import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import type { MenuEntry } from './menu-entry.js';

/** React Aria comes with the first menu that is opened, or a moment after the page stands. */
const loadMenu = () => import('./menu-popover.js');
const MenuPopover = lazy(() => loadMenu().then(({ MenuPopover: component }) => ({ default: component })));

export interface MenuTrigger {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  onClick(): void;
  onPointerEnter(): void;
}

export interface MenuProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right bottom';
  /** Its button. Spread what it gets on a button. */
  children(trigger: MenuTrigger): ReactNode;
}

/** A button that opens a menu. */
export function Menu({ label, entries, placement = 'bottom start', children }: MenuProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {children({
        ref,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => setOpen(true),
        onPointerEnter: () => void loadMenu(),
      })}
      {isOpen && (
        <Suspense>
          <MenuPopover
            label={label}
            entries={entries}
            placement={placement}
            triggerRef={ref}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
