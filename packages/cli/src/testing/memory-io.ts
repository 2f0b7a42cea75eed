import { runCli } from '../run-cli.js';
import type { Io } from '../terminal/io.js';

export interface MemoryIoOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly home?: string;
  readonly columns?: number;
  readonly errIsTerminal?: boolean;
  /** Answers to questions, in turn. Without them the user cannot be asked. */
  readonly answers?: readonly string[];
  /** Standard input. */
  readonly input?: string;
  /** Ctrl+C. */
  readonly interruption?: AbortSignal;
  /** Signals that end the command: one for each event `stop`. */
  readonly stops?: EventTarget;
}

/** What a command line printed and ended with. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface MemoryIo extends Io {
  readonly outText: () => string;
  readonly errText: () => string;
}

/** An Io that keeps what is written. */
export function memoryIo(options: MemoryIoOptions = {}): MemoryIo {
  const out: Buffer[] = [];
  const err: string[] = [];
  const answers = [...(options.answers ?? [])];
  return {
    env: options.env ?? {},
    home: options.home ?? '/nonexistent',
    out: async (chunk) => void out.push(Buffer.from(chunk)),
    err: (text) => void err.push(text),
    columns: options.columns,
    errIsTerminal: options.errIsTerminal ?? false,
    canAsk: options.answers !== undefined,
    async ask(question) {
      err.push(question);
      const answer = answers.shift();
      if (answer === undefined) throw new Error(`a question nobody expected: ${question}`);
      return answer;
    },
    readInput: async () => options.input ?? '',
    interruption: () => options.interruption ?? new AbortController().signal,
    onStop: (listener) => options.stops?.addEventListener('stop', listener),
    onOutputClosed: () => undefined,
    outText: () => Buffer.concat(out).toString(),
    errText: () => err.join(''),
  };
}

/** Runs one command line in memory. */
export async function run(args: readonly string[], options: MemoryIoOptions = {}): Promise<Outcome> {
  const io = memoryIo(options);
  const code = await runCli(args, io);
  return { code, out: io.outText(), err: io.errText() };
}
