import { Argument, type Command } from 'commander';
import { bashScript } from '../../completion/bash.js';
import { placesOf } from '../../completion/command-tree.js';
import { fishScript } from '../../completion/fish.js';
import { zshScript } from '../../completion/zsh.js';
import { examples } from '../../help/examples.js';
import type { Io } from '../../terminal/io.js';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** `completion` */
export function addCompletion(program: Command, io: Io): void {
  program
    .command('completion')
    .helpGroup('This command:')
    .description('print a completion script for your shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      examples(
        'source <(millrace completion bash)          in ~/.bashrc',
        'source <(millrace completion zsh)           in ~/.zshrc, after compinit',
        'millrace completion fish | source           in ~/.config/fish/config.fish',
      ),
    )
    .action((shell: keyof typeof scripts) => io.out(scripts[shell](placesOf(program))));
}
