import type { OpenHours } from '@millrace/engine';

/** Opening hours as documents write them: `09:00-12:00`. */
export const presentHours = (open: OpenHours): string[] => open.map(([from, to]) => `${clock(from)}-${clock(to)}`);

const clock = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
const two = (count: number): string => String(count).padStart(2, '0');
