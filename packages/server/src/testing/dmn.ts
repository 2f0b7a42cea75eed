/** Parts of DMN files for tests, so that a test reads as the table it is about. */

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A decision table: the columns, then the rules. The last column is the output. */
export interface TestTable {
  readonly hitPolicy?: string;
  /** Types of the input columns by their expressions. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Each a list of cells; its id is `<decision>_<position>`. */
  readonly rules: readonly (readonly string[])[];
  readonly versionTag?: string;
  /** Ids of required decisions. */
  readonly requires?: readonly string[];
  /** Names of required {@link inputData}. */
  readonly needs?: readonly string[];
}

/** One decision with a table, on lines of their own. */
export function decisionTable(
  id: string,
  { hitPolicy = 'UNIQUE', inputs, rules, versionTag, requires = [], needs = [] }: TestTable,
) {
  const tag =
    versionTag === undefined
      ? []
      : [`<extensionElements><zeebe:versionTag value="${escaped(versionTag)}" /></extensionElements>`];
  return [
    `<decision id="${id}" name="${id}">`,
    ...tag,
    `<variable id="${id}_variable" name="${id}" />`,
    ...requires.map(
      (one) => `<informationRequirement id="${id}_${one}"><requiredDecision href="#${one}" /></informationRequirement>`,
    ),
    ...needs.map(
      (name) =>
        `<informationRequirement id="${id}_${name}"><requiredInput href="#input_${name}" /></informationRequirement>`,
    ),
    `<decisionTable id="${id}_table" hitPolicy="${hitPolicy}">`,
    ...Object.entries(inputs).map(
      ([expression, type], index) =>
        `<input id="${id}_input${index + 1}"><inputExpression id="${id}_expression${index + 1}" typeRef="${type}"><text>${escaped(expression)}</text></inputExpression></input>`,
    ),
    `<output id="${id}_output" name="${id}" />`,
    ...rules.map((cells, index) => {
      const entries = cells.map((cell, place) => {
        const kind = place === cells.length - 1 ? 'outputEntry' : 'inputEntry';
        return `<${kind} id="${id}_${index + 1}_${place + 1}"><text>${escaped(cell)}</text></${kind}>`;
      });
      return `<rule id="${id}_${index + 1}">${entries.join('')}</rule>`;
    }),
    '</decisionTable>',
    '</decision>',
  ].join('\n');
}

/** Input data; decisions name it in `needs`. */
export const inputData = (name: string, type: string): string =>
  `<inputData id="input_${name}" name="${name}"><variable id="input_${name}_variable" name="${name}" typeRef="${type}" /></inputData>`;

/** A DMN file of decisions. */
export const dmnFile = (namespace: string, ...decisions: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" id="${namespace}" name="${namespace}" namespace="${namespace}">`,
    ...decisions,
    '</definitions>',
  ].join('\n');
