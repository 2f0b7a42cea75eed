declare module 'bpmn-moddle' {
  export class BpmnModdle {
    constructor(packages: Readonly<Record<string, unknown>>);
    fromXML(
      xml: string,
      options: { readonly lax: boolean },
    ): Promise<{
      readonly rootElement: unknown;
      readonly warnings: readonly {
        readonly message: string;
        readonly element?: unknown;
        readonly property?: string;
        /** Of a reference: the id that was not found. */
        readonly value?: string;
      }[];
      readonly elementsById: Readonly<Record<string, unknown>>;
    }>;
  }
}
