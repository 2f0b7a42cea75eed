declare module 'bpmn-moddle' {
  export class BpmnModdle {
    constructor(packages: Readonly<Record<string, unknown>>);
    fromXML(xml: string): Promise<{
      readonly rootElement: unknown;
      readonly warnings: readonly { readonly message: string; readonly element?: unknown; readonly value?: unknown }[];
    }>;
  }
}
