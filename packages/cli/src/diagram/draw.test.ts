import { describe, expect, test } from 'vitest';
import { drawGraph, type Marks } from './draw.js';
import { readGraph } from './graph.js';

const bpmn = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="test">
  <bpmn:process id="p" isExecutable="true">${content}</bpmn:process>
</bpmn:definitions>`;

const flow = (from: string, to: string, name = ''): string =>
  `<bpmn:sequenceFlow id="${from}-${to}" sourceRef="${from}" targetRef="${to}" name="${name}" />`;

async function draw(content: string, states: Record<string, Marks['state']> = {}, tokens = 1): Promise<string> {
  const graph = await readGraph(bpmn(content));
  if (graph === undefined) throw new Error('no process');
  const marks = new Map(
    Object.entries(states).map(([id, state]) => [id, { state, tokens: state === 'active' ? tokens : 0 }]),
  );
  return `\n${drawGraph(graph, marks)}`;
}

describe('drawing a run', () => {
  test('parallel branches are drawn up to where they meet, and the path goes on below them', async () => {
    const drawing = await draw(
      `<bpmn:startEvent id="start" /><bpmn:parallelGateway id="fork" /><bpmn:userTask id="a" name="Check" />
       <bpmn:serviceTask id="b" name="Book" /><bpmn:task id="b2" name="Print" /><bpmn:parallelGateway id="join" /><bpmn:endEvent id="end" />
       ${flow('start', 'fork')}${flow('fork', 'a')}${flow('fork', 'b')}${flow('b', 'b2')}${flow('a', 'join')}${flow('b2', 'join')}${flow('join', 'end')}`,
      { start: 'done', fork: 'done', a: 'active', b: 'incident' },
    );
    expect(drawing).toBe(`
✓ start     start event
✓ fork      parallel gateway
● ├─ Check  user task
✗ └─ Book   service task
     Print  task
  join      parallel gateway
  end       end event
`);
  });

  test('a loop leads back by name instead of being drawn again', async () => {
    const drawing = await draw(
      `<bpmn:startEvent id="s" name="Start" /><bpmn:userTask id="t" name="Review" />
       <bpmn:exclusiveGateway id="g" name="Good?" default="g-e" /><bpmn:task id="f" name="Fix" /><bpmn:endEvent id="e" name="Done" />
       ${flow('s', 't')}${flow('t', 'g')}${flow('g', 'f', 'no')}${flow('g', 'e')}${flow('f', 't')}`,
      { s: 'done', t: 'active' },
      2,
    );
    expect(drawing).toBe(`
✓ Start         start event
● Review ×2     user task
  Good?         exclusive gateway
  ├─ no
  │  Fix        task
  │  ↪ Review
  └─ (default)
     Done       end event
`);
  });

  test('sub-processes hold their content, and events hang on the border they sit on', async () => {
    const drawing = await draw(
      `<bpmn:startEvent id="s" />
       <bpmn:subProcess id="sub" name="Booking"><bpmn:startEvent id="is" /><bpmn:sendTask id="it" name="Ask" /><bpmn:endEvent id="ie" />
         ${flow('is', 'it')}${flow('it', 'ie')}</bpmn:subProcess>
       <bpmn:boundaryEvent id="late" name="Too late" attachedToRef="sub"><bpmn:timerEventDefinition /></bpmn:boundaryEvent>
       <bpmn:task id="call" name="Call" /><bpmn:endEvent id="e" />
       <bpmn:subProcess id="esp" name="On cancel" triggeredByEvent="true"><bpmn:startEvent id="es"><bpmn:messageEventDefinition /></bpmn:startEvent></bpmn:subProcess>
       ${flow('s', 'sub')}${flow('sub', 'e')}${flow('late', 'call')}`,
      { s: 'done', sub: 'active', is: 'done', it: 'active' },
    );
    expect(drawing).toBe(`
✓ s            start event
● Booking      sub process
✓ │ is         start event
● │ Ask        send task
  │ ie         end event
  ├─ e         end event
  └─ Too late  timer boundary event
     Call      task
  On cancel    event sub process
  │ es         message start event
`);
  });

  test('what no start leads to is drawn too, and names cannot steer the terminal', async () => {
    const drawing = await draw(
      `<bpmn:task id="a" name="A&#10;B" /><bpmn:task id="b" name="&#x202E;x" />${flow('a', 'b')}${flow('b', 'a')}`,
    );
    expect(drawing).toBe('\n  A B    task\n  �x     task\n  ↪ A B\n');
  });

  test('a ladder of a thousand splits is drawn in no time', async () => {
    const steps = Array.from({ length: 1000 }, (_, index) => index);
    const content = steps
      .map(
        (index) => `<bpmn:exclusiveGateway id="g${index}" /><bpmn:task id="a${index}" /><bpmn:task id="b${index}" />
        ${flow(`g${index}`, `a${index}`)}${flow(`g${index}`, `b${index}`)}${flow(`a${index}`, `g${index + 1}`)}${flow(`b${index}`, `g${index + 1}`)}`,
      )
      .join('');
    const drawing = await draw(`${content}<bpmn:endEvent id="g1000" />`);
    expect(drawing.trimEnd().split('\n')).toHaveLength(3001 + 1);
    expect(drawing).toMatch(/\n {2}g1000 +end event\n$/);
  });

  test('a file without a process draws nothing', async () => {
    expect(
      await readGraph('<d:definitions xmlns:d="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t" />'),
    ).toBeUndefined();
  });
});
