/** How diagrams are drawn: with the tokens of the scheme, and in the letters of the console. */
export const diagramLook = {
  bpmnRenderer: {
    defaultFillColor: 'var(--d-shape)',
    defaultStrokeColor: 'var(--d-line)',
    defaultLabelColor: 'var(--d-text)',
  },
  textRenderer: {
    defaultStyle: { fontFamily: '"Inter Variable", system-ui, sans-serif', fontSize: 13 },
    externalStyle: { fontSize: 13 },
  },
} as const;
