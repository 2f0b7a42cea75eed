import { parseTemporal, type TemporalName } from '../feel/values.js';
import { attributeOf, childOf, childrenOf, normalName } from '../xml/elements.js';
import { readXml, type XmlElement } from '../xml/read-xml.js';
import { UntypedText } from './untyped-text.js';

/** A result that a test case expects. */
export type ExpectedResult = {
  /** Name of the decision, or of the output of the service that is called. */
  readonly name: string;
  readonly kind: 'decision' | 'service' | 'function';
  /** Whether the evaluation must fail or give null. */
  readonly isError: boolean;
  /** A FEEL value, or an untyped text. */
  readonly expected: unknown;
  /** Digits after the decimal point that the file gives, for a number. */
  readonly decimals: number;
};

export type TestCase = {
  readonly id: string;
  /** Decision service or business knowledge model to call; null for decisions. */
  readonly invocable: string | null;
  /** FEEL values and untyped texts by name. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly results: readonly ExpectedResult[];
};

/** A file of test cases; `model` is the file name of the model. */
export type TestFile = { readonly model: string; readonly cases: readonly TestCase[] };

/**
 * Reads a file of test cases in the format of the DMN TCK; null for another XML file.
 * @throws XmlError
 */
export function readTestFile(xml: string): TestFile | null {
  const root = readXml(xml);
  if (root.name !== 'testCases') return null;
  return { model: childOf(root, 'modelName')?.text.trim() ?? '', cases: childrenOf(root, 'testCase').map(readCase) };
}

const kinds = { decision: 'decision', decisionService: 'service', bkm: 'function' } as const;

function kindOf(type: string | null): ExpectedResult['kind'] | null {
  return type === 'decision' || type === 'decisionService' || type === 'bkm' ? kinds[type] : null;
}

function readCase(element: XmlElement): TestCase {
  const type = kindOf(attributeOf(element, 'type'));
  const inputs = childrenOf(element, 'inputNode').map((input) => [nameOf(input), readValue(input)] as const);
  return {
    id: attributeOf(element, 'id') ?? '',
    invocable: type === 'service' || type === 'function' ? attributeOf(element, 'invocableName') : null,
    inputs: Object.fromEntries(inputs),
    results: childrenOf(element, 'resultNode').map((result): ExpectedResult => {
      const expected = childOf(result, 'expected');
      const written = (expected === null ? null : childOf(expected, 'value'))?.text.trim() ?? '';
      return {
        name: nameOf(result),
        kind: kindOf(attributeOf(result, 'type')) ?? type ?? 'decision',
        isError: attributeOf(result, 'errorResult') === 'true',
        expected: expected === null ? null : readValue(expected),
        decimals: /^-?\d*\.(\d+)$/.exec(written)?.[1]?.length ?? 0,
      };
    }),
  };
}

function nameOf(element: XmlElement): string {
  return normalName(attributeOf(element, 'name') ?? '');
}

/** An attribute of XML Schema instances, whatever its prefix. */
function instanceAttribute(element: XmlElement, name: string): string | null {
  for (const [key, value] of element.attributes) if (key.endsWith(`:${name}`)) return value;
  return null;
}

/** The value inside an element: a `value`, a `list` of items, or components. */
function readValue(holder: XmlElement): unknown {
  const value = childOf(holder, 'value');
  if (value !== null) return readSimple(value);
  const list = childOf(holder, 'list');
  if (list !== null) return isNil(list) ? null : childrenOf(list, 'item').map(readValue);
  const components = childrenOf(holder, 'component');
  if (components.length === 0) return null;
  const entries = components.map((component) => [nameOf(component), isNil(component) ? null : readValue(component)]);
  return Object.fromEntries(entries);
}

function isNil(element: XmlElement): boolean {
  return instanceAttribute(element, 'nil') === 'true' || attributeOf(element, 'isNil') === 'true';
}

function readSimple(element: XmlElement): unknown {
  if (isNil(element)) return null;
  const { text } = element;
  const written = instanceAttribute(element, 'type');
  if (written === null) return new UntypedText(text);
  const type = written.replace(/^.*:/, '');
  switch (type) {
    case 'boolean':
      return text.trim() === 'true' || text.trim() === '1';
    case 'decimal':
    case 'double':
    case 'float':
    case 'integer':
    case 'int':
    case 'long':
      return Number(text);
    case 'date':
    case 'time':
      return temporal(type, text);
    case 'dateTime':
      return temporal('date and time', text);
    case 'duration':
      return temporal('years and months duration', text) ?? temporal('days and time duration', text);
    default:
      return text;
  }
}

function temporal(name: TemporalName, text: string): unknown {
  return parseTemporal(name, text.trim());
}
