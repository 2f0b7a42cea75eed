/** Opening hours of a day: minutes of the local day from and to, in order and apart. 1440 is the end of the day. */
export type OpenHours = readonly (readonly [from: number, to: number])[];

/** A day with other hours than its weekday. */
export interface CalendarException {
  /** ISO 8601 date. */
  readonly date: string;
  readonly open: OpenHours;
  /** Why, for people. */
  readonly name: string;
}

/**
 * A calendar with everything that differs between machines written out: the offsets of its zone and its holidays. Whoever expands
 * it gets the same working time.
 */
export interface ResolvedCalendar {
  readonly key: string;
  readonly name: string;
  /** IANA name, for people: `offsets` decide. */
  readonly zone: string;
  /** ISO 8601 dates: the first day that it covers, and the first day after. */
  readonly from: string;
  readonly until: string;
  /** Epoch seconds from which an offset from UTC counts, in seconds. The first counts for all time before the second. */
  readonly offsets: readonly (readonly [from: number, offset: number])[];
  /** Monday to Sunday. */
  readonly week: readonly OpenHours[];
  /** In the order of their dates, each date once. */
  readonly exceptions: readonly CalendarException[];
}
