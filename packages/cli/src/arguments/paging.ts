import { type Command, InvalidArgumentError } from 'commander';
import type { Session } from '../session/session.js';

export interface PagingOptions {
  readonly page: number;
  readonly perPage: number;
}

/** Adds --page and --per-page (D4). */
export const withPaging = (command: Command): Command =>
  command
    .option('--page <number>', 'page of the list, from 1', wholeNumber(1, Number.MAX_SAFE_INTEGER), 1)
    .option('--per-page <number>', 'items per page, 1 to 1000', wholeNumber(1, 1000), 20);

/** The paging parameters of a list operation. */
export const pageOf = ({ page, perPage }: PagingOptions): { page: number; perPageCount: number } => ({
  page,
  perPageCount: perPage,
});

/** Prints on standard error that there are further pages. */
export function tellMore(
  { io, output }: Session,
  meta:
    | { readonly page: string; readonly totalPages: string; readonly totalCount: string; readonly atLeast?: boolean }
    | undefined,
): void {
  if (output.isJson || meta === undefined || Number(meta.totalPages) < 2) return;
  const next = Number(meta.page) < Number(meta.totalPages) ? `; next: --page ${Number(meta.page) + 1}` : '';
  const more = meta.atLeast === true ? 'more than ' : '';
  io.err(`page ${meta.page} of ${more}${meta.totalPages}, ${more}${meta.totalCount} in all${next}\n`);
}

/** A parser of option values. @throws InvalidArgumentError, which the parser of the command line reports */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(
      most === Number.MAX_SAFE_INTEGER ? `It must be a number from ${least}.` : `It must be from ${least} to ${most}.`,
    );
  };

/** Collects an option that may be given several times. */
export const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
];
