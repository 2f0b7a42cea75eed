import { FeelObject } from './feel-object.js';

/** A range of numbers, texts, dates, times or durations. A null end is unbounded. */
export class FeelRange extends FeelObject {
  override readonly type = 'range';
  readonly start: unknown;
  readonly end: unknown;
  readonly startIncluded: boolean;
  readonly endIncluded: boolean;

  constructor(start: unknown, end: unknown, startIncluded: boolean, endIncluded: boolean) {
    super();
    this.start = start;
    this.end = end;
    this.startIncluded = startIncluded;
    this.endIncluded = endIncluded;
  }
}
