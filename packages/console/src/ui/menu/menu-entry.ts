import type { LucideIcon } from 'lucide-react';

/** A line of a menu. */
export interface MenuAction {
  readonly kind?: 'action';
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly shortcut?: string;
  /** Cannot be undone: red. */
  readonly isDanger?: boolean;
  /** The one of several that counts now. */
  readonly isChosen?: boolean;
  /** Why it cannot be done now; it is shown, and does nothing. */
  readonly whyNot?: string;
  run(): void;
}

/** A line between groups. */
export interface MenuSeparator {
  readonly kind: 'separator';
  readonly id: string;
}

/** A heading that is not chosen. */
export interface MenuHeading {
  readonly kind: 'heading';
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
}

export type MenuEntry = MenuAction | MenuSeparator | MenuHeading;
