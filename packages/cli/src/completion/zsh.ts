import type { Place } from './command-tree.js';
import { choicesOf, placeOfWords } from './place-of-words.js';

/** A completion script for zsh, to be sourced or to be put into a folder of $fpath as _millrace. */
export function zshScript(places: readonly Place[]): string {
  const choices = choicesOf(places, { quoted, offer: (values) => `compadd -- ${values}` });
  const described = places.map(({ path, commands, options, values }) =>
    [
      `    ${quoted(path)})`,
      `      items=(${commands.map(({ name, description }) => quoted(`${name}:${description}`)).join(' ')})`,
      `      flags=(${options.flatMap((option) => option.flags.map((flag) => quoted(`${flag}:${option.description}`))).join(' ')})`,
      ...(values.length === 0 ? [] : [`      compadd -- ${values.join(' ')}`]),
      '      ;;',
    ].join('\n'),
  );
  return `#compdef millrace
# Completion of the millrace command for zsh. Load it with: source <(millrace completion zsh)
_millrace() {
  local place='' skip='' word i
  local -a items flags
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
${placeOfWords(places)}
  done
  if [[ -n $skip ]]; then
    case "$place $skip" in
${choices.join('\n')}
      *) _files ;;
    esac
    return
  fi
  case "$place" in
${described.join('\n')}
  esac
  (( $#items )) && _describe -t commands 'command' items
  if [[ "\${words[CURRENT]}" == -* ]]; then
    _describe -o 'option' flags
  elif (( ! $#items )); then
    _files
  fi
}
if [[ "$funcstack[1]" == _millrace ]]; then _millrace "$@"; else compdef _millrace millrace; fi
`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
