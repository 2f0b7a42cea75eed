/** How a timer is written: one instant, a span of time, or a repeating interval or cron expression. */
export type TimerKind = 'date' | 'duration' | 'cycle';
