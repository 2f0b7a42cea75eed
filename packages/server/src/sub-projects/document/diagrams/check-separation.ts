import type { ExecutableModel } from '@millrace/engine';
import { isObject } from '../../../kernel/json-schema/schema-walk.js';
import { didYouMean } from '../findings/did-you-mean.js';
import type { Finding } from '../findings/finding.js';
import type { ConfigurationDocument } from '../model/document.js';

/** A field that a rule of separation names. */
const NAMED = /^(field|editor):(.+)$/;

/** Rules of separation about fields that the document does not declare, or that cannot hold a person: they would never exclude anybody. */
export function checkSeparation(
  document: ConfigurationDocument,
  file: string,
  models: readonly ExecutableModel[],
): readonly Finding[] {
  const fields: Readonly<Record<string, unknown>> = document.fields ?? {};
  return models.flatMap(({ userTasks }) =>
    userTasks.flatMap(({ elementId, separation }) =>
      (separation ?? []).flatMap((rule) => {
        const [, kind, name = ''] = NAMED.exec(rule) ?? [];
        if (kind === undefined) return [];
        const path = `${file}#${elementId}`;
        if (!Object.hasOwn(fields, name)) {
          const hint = didYouMean(name, Object.keys(fields));
          return [{ path, message: `separation "${rule}": the sub-project has no field "${name}"${hint}` }];
        }
        if (kind === 'editor' || holdsPersons(fields[name])) return [];
        return [{ path, message: `separation "${rule}": the field "${name}" holds neither a text nor a list` }];
      }),
    ),
  );
}

const holdsPersons = (schema: unknown): boolean =>
  !isObject(schema) ||
  !('type' in schema) ||
  [schema.type].flat().some((type) => type === 'string' || type === 'array');
