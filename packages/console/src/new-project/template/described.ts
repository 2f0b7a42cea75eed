import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { JsonSchema } from '../../form/schema/schema.js';

/** What is in a project, for somebody who has never seen its document. */
export interface Described {
  readonly name: string;
  readonly description: string;
  readonly stages: readonly string[];
  readonly states: readonly { readonly key: string; readonly tone: string | undefined }[];
  readonly fields: readonly { readonly name: string; readonly schema: JsonSchema; readonly isRequired: boolean }[];
  readonly roles: readonly { readonly name: string; readonly text: string }[];
  readonly workflows: readonly { readonly name: string; readonly description: string; readonly file: string }[];
}

interface Plain {
  readonly name: string;
  readonly description: string;
  readonly stages: readonly { readonly name: string }[];
  readonly states: { readonly values: readonly string[]; readonly tones: Readonly<Record<string, string>> };
  readonly fields: Readonly<Record<string, JsonSchema & { readonly required?: boolean }>>;
  readonly workflows: readonly { readonly name: string; readonly description: string; readonly file: string }[];
}

/** Reads the document of a template. What a comment says of a role is its description. */
export function described(text: string): Described {
  const document = parseDocument(text);
  const { name, description, stages, states, fields, workflows } = document.toJS() as Plain;
  const roles = document.get('roles');
  return {
    name,
    description,
    stages: stages.map((stage) => stage.name),
    states: states.values.map((key) => ({ key, tone: states.tones[key] })),
    fields: Object.entries(fields).map(([field, { required, ...schema }]) => ({
      name: field,
      schema,
      isRequired: required === true,
    })),
    roles: (isSeq(roles) ? roles.items : []).filter(isMap).map((role, index) => {
      const key = role.get('name', true);
      // The library ties a comment above the first item to the list.
      const comment = role.commentBefore ?? (index === 0 && isSeq(roles) ? roles.commentBefore : undefined) ?? '';
      return { name: isScalar(key) ? String(key.value) : '', text: comment.trim() };
    }),
    workflows,
  };
}
