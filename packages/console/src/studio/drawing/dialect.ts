import zeebe from 'zeebe-bpmn-moddle/resources/zeebe.json' with { type: 'json' };

/** The extension attributes and elements that Zeebe does not have, as the engine reads them. */
const millrace = {
  name: 'Millrace',
  prefix: 'millrace',
  uri: 'urn:millrace:bpmn:1',
  xml: { tagAlias: 'lowerCase' },
  types: [
    {
      name: 'DecidingTask',
      extends: ['bpmn:UserTask', 'bpmn:GlobalUserTask'],
      properties: [{ name: 'decision', isAttr: true, type: 'String' }],
    },
    {
      name: 'Approval',
      superClass: ['Element'],
      properties: ['quorum', 'veto', 'separation', 'reason', 'attachments', 'matrix', 'authentication'].map((name) => ({
        name,
        isAttr: true,
        type: 'String',
      })),
    },
  ],
};

/** What the drawing must know of the dialect, so that it reads and writes all of a file. */
export const dialect = { zeebe, millrace };
