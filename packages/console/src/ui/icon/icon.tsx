import type { LucideIcon } from 'lucide-react';

const strokes = { 12: 2.25, 14: 2, 16: 1.75, 20: 1.75 } as const;

export interface IconProps {
  readonly of: LucideIcon;
  readonly size?: keyof typeof strokes;
  /** Absent: the icon stands beside a word and says nothing by itself. */
  readonly label?: string;
  readonly className?: string;
}

export const Icon = ({ of: Drawing, size = 16, label, className = '' }: IconProps) => (
  <Drawing
    className={`ic ${className}`}
    size={size}
    strokeWidth={strokes[size]}
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
  />
);
