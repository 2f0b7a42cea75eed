/** The streams, terminal and environment that a command uses. Passed in, so that tests can run whole commands. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Home directory of the user. */
  readonly home: string;
  /** Writes results to standard output, and nothing else, so that output can be piped. Waits for a slow reader. */
  out(chunk: string | Uint8Array): Promise<void>;
  /** Writes messages, questions, progress and errors to standard error. */
  err(text: string): void;
  /** Columns of the terminal of standard output, or undefined when it is a file or a pipe. */
  readonly columns: number | undefined;
  /** Whether standard error is a terminal, where lines can be overwritten. */
  readonly errIsTerminal: boolean;
  /** Whether the user can be asked questions. */
  readonly canAsk: boolean;
  ask(question: string, options?: { readonly secret?: boolean }): Promise<string>;
  /** All of standard input as text. */
  readInput(): Promise<string>;
  /** Aborts on Ctrl+C; from the first call on, the command and not the system ends the process. */
  interruption(): AbortSignal;
  /** Calls the listener at each SIGINT (Ctrl+C), SIGTERM and SIGHUP; from the first call on, the command and not the system ends the process. */
  onStop(listener: () => void): void;
  /**
   * Calls the listener once when nobody reads standard output any more. Without a listener the process ends then, as a filter
   * does (`| head`); with one, the command ends itself, and further output is dropped.
   */
  onOutputClosed(listener: () => void): void;
}
