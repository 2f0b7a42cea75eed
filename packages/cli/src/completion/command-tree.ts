import type { Command } from 'commander';
import { currentCommands } from '../help/current-names.js';

/** One place on the command line with the words that can follow. */
export interface Place {
  /** Names of the commands that lead here, "" for the program itself, e.g. "/process/list". */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletedOption[];
  /** Values of the first argument, when it has a fixed set of values. */
  readonly values: readonly string[];
}

export interface CompletedOption {
  /** `--long`, and `-s` if it has a short form. */
  readonly flags: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  /** Fixed set of values. */
  readonly values: readonly string[];
}

/** Every place of the program, the program itself first. Options of the program are allowed at every place. */
export function placesOf(program: Command): readonly Place[] {
  const globals = [...optionsOf(program), help];
  const visit = (command: Command, path: string): Place[] => [
    {
      path,
      commands: currentCommands(command).map((child) => ({ name: child.name(), description: child.description() })),
      options:
        command === program
          ? globals
          : [...optionsOf(command), ...globals.filter(({ flags }) => !flags.includes('--version'))],
      values: command.registeredArguments[0]?.argChoices ?? [],
    },
    ...currentCommands(command).flatMap((child) => visit(child, `${path}/${child.name()}`)),
  ];
  return visit(program, '');
}

/** All flags that take a value, of all commands. */
export const valueFlags = (places: readonly Place[]): readonly string[] => [
  ...new Set(
    places.flatMap(({ options }) => options.filter(({ takesValue }) => takesValue).flatMap(({ flags }) => flags)),
  ),
];

const help: CompletedOption = { flags: ['--help'], description: 'show help', takesValue: false, values: [] };

function optionsOf(command: Command): CompletedOption[] {
  return command.options.map((option) => ({
    flags: [option.long, option.short].filter((flag) => typeof flag === 'string'),
    description: option.description,
    takesValue: option.required || option.optional,
    values: option.argChoices ?? [],
  }));
}
