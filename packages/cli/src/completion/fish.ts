import { type Place, valueFlags } from './command-tree.js';

/** A completion script for fish 3 and later. */
export function fishScript(places: readonly Place[]): string {
  const paths = places.map(({ path }) => path).filter((path) => path !== '');
  const lines = places.flatMap(({ path, commands, options, values }) => {
    const here = `complete -c millrace -n ${quoted(`__millrace_at ${quoted(path)}`)}`;
    return [
      ...commands.map(({ name, description }) => `${here} -f -a ${name} -d ${quoted(description)}`),
      ...(values.length === 0 ? [] : [`${here} -f -a ${quoted(values.join(' '))}`]),
      ...options.map(({ flags, description, takesValue, values: choices }) => {
        const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
        const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : takesValue ? ' -r' : '';
        return `${here} ${names.join(' ')}${value} -d ${quoted(description)}`;
      }),
    ];
  });
  return `# Completion of the millrace command for fish. Load it with: millrace completion fish | source
function __millrace_at
    set -l place ''
    set -l skip ''
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        if test -n "$skip"
            set skip ''
            continue
        end
        switch $word
            case ${valueFlags(places).join(' ')}
                set skip $word
            case '-*'
            case '*'
                if contains -- "$place/$word" ${paths.join(' ')}
                    set place "$place/$word"
                end
        end
    end
    test "$place" = "$argv[1]"
end
${lines.join('\n')}
`;
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
