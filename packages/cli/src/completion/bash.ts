import type { Place } from './command-tree.js';
import { choicesOf, placeOfWords } from './place-of-words.js';

/** A completion script for bash 3.2 and later. */
export function bashScript(places: readonly Place[]): string {
  const choices = choicesOf(places, { quoted: (text) => `'${text}'`, offer: (values) => `words='${values}'` });
  const words = places.map(({ path, commands, options, values }) => {
    const all = [...commands.map(({ name }) => name), ...values, ...options.flatMap(({ flags }) => flags)];
    return `      '${path}') words='${all.join(' ')}' ;;`;
  });
  return `# Completion of the millrace command for bash. Load it with: source <(millrace completion bash)
_millrace() {
  local current="\${COMP_WORDS[COMP_CWORD]}" place='' skip='' words='' word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
${placeOfWords(places)}
  done
  if [[ -n $skip ]]; then
    case "$place $skip" in
${choices.join('\n')}
    esac
  else
    case "$place" in
${words.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _millrace millrace
`;
}
