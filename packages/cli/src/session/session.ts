import { connect, type MillraceClient } from '@millrace/client';
import type { Command } from 'commander';
import { CommandError, exitCodes } from '../terminal/exit-codes.js';
import type { Io } from '../terminal/io.js';
import { createOutput, type Output } from '../terminal/output.js';
import { type ConnectionSettings, clientOptions, connectionSettings } from './connection.js';
import { findSubProject } from './sub-project-choice.js';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly profile?: string;
  readonly subProject?: string;
}

/** The connection of a command and how it prints results. */
export interface Session {
  readonly io: Io;
  readonly client: MillraceClient;
  readonly settings: ConnectionSettings;
  readonly output: Output;
  /** Id of the sub-project: --sub-project, MILLRACE_SUB_PROJECT, the profile's, or the only one that the caller can see. */
  subProjectId(): Promise<string>;
  /**
   * Asks for confirmation; with `yes` it does not ask.
   *
   * @throws CommandError when the answer is no, or the user cannot be asked
   */
  confirm(question: string, yes: boolean | undefined): Promise<void>;
}

/** Opens the session of a command. Nothing is sent yet. */
export async function openSession(io: Io, command: Command): Promise<Session> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const settings = await connectionSettings(io, options.profile);
  const client = connect(clientOptions(settings));
  return {
    io,
    client,
    settings,
    output: createOutput(io, options.json === true),
    subProjectId: () => findSubProject(client, options.subProject ?? settings.subProject),
    confirm: (question, yes) => confirm(io, question, yes === true),
  };
}

async function confirm(io: Io, question: string, yes: boolean): Promise<void> {
  if (yes) return;
  if (!io.canAsk) {
    throw new CommandError(`${question} There is no terminal to confirm on. Add --yes to confirm.`, exitCodes.declined);
  }
  const answer = await io.ask(`${question} [y/N] `);
  if (!/^y(es)?$/i.test(answer)) throw new CommandError('Nothing was done.', exitCodes.declined);
}
