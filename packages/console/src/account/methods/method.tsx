import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Item } from '../../ui/section/section.js';

interface MethodProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly detail?: ReactNode;
  /** What can be done with it. */
  readonly children?: ReactNode;
}

/** A way to sign in. */
export const Method = ({ icon, name, detail, children }: MethodProps) => (
  <Item icon={icon} name={<span className="clip b5">{name}</span>} detail={detail} actions={children} />
);
