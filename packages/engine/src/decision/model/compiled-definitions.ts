/** What the evaluator needs of one file. */
export type CompiledDefinitions = { readonly namespace: string };
