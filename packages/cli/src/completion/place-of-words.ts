import { type Place, valueFlags } from './command-tree.js';

/**
 * Shell code for the body of a loop over the words before the cursor, in bash and zsh. It follows `$word` in `$place`, and
 * sets `$skip` to a flag whose value is the next word.
 */
export function placeOfWords(places: readonly Place[]): string {
  const paths = places.map(({ path }) => path).filter((path) => path !== '');
  return `    if [[ -n $skip ]]; then skip=''; continue; fi
    case "$word" in
      ${valueFlags(places).join('|')}) skip="$word" ;;
      -*) ;;
      *)
        case "$place/$word" in
          ${paths.join('|')}) place="$place/$word" ;;
        esac
        ;;
    esac`;
}

/** Lines of a `case "$place $skip"` that offer the values of options. */
export const choicesOf = (
  places: readonly Place[],
  { quoted, offer }: { quoted(text: string): string; offer(values: string): string },
): readonly string[] =>
  places.flatMap(({ path, options }) =>
    options
      .filter(({ values }) => values.length > 0)
      .map(
        ({ flags, values }) =>
          `      ${flags.map((flag) => quoted(`${path} ${flag}`)).join('|')}) ${offer(values.join(' '))} ;;`,
      ),
  );
