import type { Command, HeldCommand } from '@millrace/engine';
import type { PostponedDecision, PostponedUpdate } from './drive-run.js';
import type { RunDeps } from './run-deps.js';

/** The command as it is, or, while a job is given up, the command that turns it into an incident. */
export function orHeld(
  deps: Pick<RunDeps, 'hold'>,
  command: Command | PostponedUpdate | PostponedDecision,
): Command | PostponedUpdate | PostponedDecision {
  const { hold: message } = deps;
  if (message === undefined) return command;
  if ('decision' in command) return { type: 'decisionFailed', key: command.decision.key, message };
  return { type: 'hold', command: holdable(command, message), message };
}

function holdable(command: Command | PostponedUpdate, message: string): HeldCommand {
  if (!('type' in command)) return { type: 'failJob', key: command.key, message, retries: 0 };
  switch (command.type) {
    case 'start':
    case 'continue':
    case 'evaluateConditions':
    case 'fireTimer':
    case 'correlateMessage':
    case 'broadcastSignal':
    case 'failJob':
      return command;
    default:
      throw new Error(`no job gives a run the command ${command.type}`);
  }
}
