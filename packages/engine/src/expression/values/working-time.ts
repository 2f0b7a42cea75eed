/** A duration by the units that a calendar counts differently. Parts may be negative. */
export interface WorkingDuration {
  /** Years are 12 months. */
  readonly months: number;
  readonly weeks: number;
  readonly days: number;
  readonly milliseconds: number;
}

/** The working time of one calendar. All instants are epoch milliseconds. */
export interface WorkingTime {
  /**
   * The instant that is `duration` of working time after `from`.
   * @throws ExpressionError outside of the years that the calendar covers
   */
  add(from: number, duration: WorkingDuration): number;
  /**
   * The milliseconds of working time from one instant to another; negative when the second is earlier.
   * @throws ExpressionError outside of the years that the calendar covers
   */
  between(from: number, to: number): number;
  /** Offset of its zone from UTC in seconds. */
  offsetAt(at: number): number;
  /** The instant of a time on the clock of its zone, given as milliseconds since 1970-01-01T00:00 on that clock. */
  instantOfLocal(local: number): number;
}

/** Calendars by their keys. */
export type Calendars = ReadonlyMap<string, WorkingTime>;
