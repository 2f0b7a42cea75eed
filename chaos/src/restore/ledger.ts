/** When a request was sent and when its answer came, in milliseconds since the epoch; without an answer there is no end. */
export interface Asked {
  readonly askedAt: number;
  ackedAt: number | undefined;
}

/** A process that one writer made, by the mark in its fields. */
export interface LedgerProcess extends Asked {
  readonly mark: string;
  id: string | undefined;
  /** Its updates in order: the first sets `seq` to 1, the second to 2, and so on. */
  readonly updates: Asked[];
}

/** A file that one writer uploaded; the answer is that of closing it. */
export interface LedgerFile extends Asked {
  readonly name: string;
  /** The process it is attached to. */
  readonly processId: string;
  id: string | undefined;
  readonly content: string;
  deletion: Asked | undefined;
}

/** Every write that a server was asked for. */
export interface Ledger {
  readonly processes: LedgerProcess[];
  readonly files: LedgerFile[];
}

/** Whether it was answered before the time: then it must be there. */
export const isCertain = ({ ackedAt }: Asked, at: number): boolean => ackedAt !== undefined && ackedAt < at;

/** Whether it was sent by the time: only then it may be there. */
export const isPossible = ({ askedAt }: Asked, at: number): boolean => askedAt <= at;
