import type { Argument, Command, HelpConfiguration } from 'commander';

/** Help that shows the current name of each command. Old names are aliases or hidden commands: they work and are not shown. */
export const helpConfiguration: HelpConfiguration = {
  showGlobalOptions: true,
  subcommandTerm: (command) =>
    [
      command.name(),
      ...(command.options.length > 0 ? ['[options]'] : []),
      ...command.registeredArguments.map(argumentTerm),
    ].join(' '),
  commandUsage: (command) => `${[...ancestors(command), command.name()].join(' ')} ${command.usage()}`,
};

/** Commands of a command that help and completion show. */
export function currentCommands(command: Command): readonly Command[] {
  const visible = new Set(command.createHelp().visibleCommands(command));
  return command.commands.filter((child) => visible.has(child));
}

function argumentTerm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function ancestors(command: Command): readonly string[] {
  return command.parent === null ? [] : [...ancestors(command.parent), command.parent.name()];
}
