/** What a command uses of the world: streams, terminal, environment. Passed in, so that tests drive whole commands. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Home directory of the user. */
  readonly home: string;
  /** Results; nothing else may go here, so that output can be piped. Waits while a reader is slow. */
  out(chunk: string | Uint8Array): Promise<void>;
  /** Remarks, questions, progress and errors. */
  err(text: string): void;
  /** Columns of the terminal that results go to, or undefined when they go to a file or a pipe. */
  readonly columns: number | undefined;
  /** Whether remarks go to a terminal, where lines can be drawn over. */
  readonly errIsTerminal: boolean;
  /** Whether there is somebody to ask. */
  readonly canAsk: boolean;
  ask(question: string, options?: { readonly secret?: boolean }): Promise<string>;
  /** All of standard input as text. */
  readInput(): Promise<string>;
  /** Aborts on Ctrl+C; from the first call on, the command and not the system ends the process. */
  interruption(): AbortSignal;
}
