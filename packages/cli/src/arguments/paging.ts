import { type Command, InvalidArgumentError } from 'commander';

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
