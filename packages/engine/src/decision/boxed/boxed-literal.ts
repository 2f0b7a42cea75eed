import { type BuildContext, broken, failing, readFeel } from '../context/build-context.js';
import { isFeel } from '../context/feel-language.js';
import type { Logic } from '../model/compiled-definitions.js';
import { attributeOf, childOf, textOf } from '../xml/elements.js';
import type { XmlElement } from '../xml/read-xml.js';

export function compileLiteral(context: BuildContext, element: XmlElement): Logic {
  const language = attributeOf(element, 'expressionLanguage');
  if (!isFeel(language))
    return broken(
      context,
      element,
      'not-feel',
      `the expression of ${context.owner.name} is written in ${language ?? ''}: write it in FEEL`,
    );
  if (childOf(element, 'importedValues') !== null)
    return broken(context, element, 'not-executed', `the imported values of ${context.owner.name} are not read`);
  const source = textOf(element)?.trim() ?? '';
  // An empty expression is what editors write for one that is still to do.
  if (source === '') return () => null;
  const expression = readFeel(context, element, source, 'the expression');
  if (expression === null) return failing(`the expression of ${context.owner.name} cannot be read`);
  return (frame, evaluation) => expression.evaluate(frame, evaluation);
}
