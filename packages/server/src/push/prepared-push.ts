import type { PushRow } from './records/pushes.js';

/** What a browser shows. It has no values of fields: it is seen on locked screens. */
export interface PreparedPush {
  readonly title: string;
  readonly body: string;
  /** Below the address of the service, without a slash at the beginning. */
  readonly path: string;
  /** A message with the same tag takes the place of the one before. */
  readonly tag: string;
  readonly language: string;
}

/** Writes a message when it is sent; undefined: there is nothing to tell any more. */
export type PreparePush = (push: PushRow) => Promise<PreparedPush | undefined>;
