/** A small seeded generator (mulberry32), so that a failing mutant can be made again from its number. */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Pick = (below: number) => number;
type Span = { readonly from: number; readonly to: number };

const spans = (xml: string, pattern: RegExp): Span[] =>
  [...xml.matchAll(pattern)].map((match) => ({ from: match.index, to: match.index + match[0].length }));
const cut = (xml: string, { from, to }: Span, put = ''): string => xml.slice(0, from) + put + xml.slice(to);

/** The whole element that begins at a start tag. */
function elementAt(xml: string, tag: Span): Span {
  if (xml[tag.to - 2] === '/') return tag;
  let depth = 0;
  for (const match of xml.slice(tag.from).matchAll(/<(\/?)[\w:.-]+(?:\s[^<>]*?)?(\/?)>/g)) {
    if (match[1] === '/') depth -= 1;
    else if (match[2] !== '/') depth += 1;
    if (depth === 0) return { from: tag.from, to: tag.from + match.index + match[0].length };
  }
  return tag;
}

const START_TAGS = /<[\w:.-]+(?:\s[^<>]*?)?\/?>/g;
const ATTRIBUTES = /\s[\w:]+="[^"<]*"/g;
const IDS = /(?<=(?:Ref|\bid|default)=")[^"<]+(?=")/g;

type Mutation = (xml: string, pick: Pick) => string;

function any(xml: string, pick: Pick, pattern: RegExp): Span | null {
  const found = spans(xml, pattern);
  return found[pick(Math.max(found.length, 1))] ?? null;
}

const STRUCTURAL: readonly Mutation[] = [
  // An element is gone, doubled, moved into or beside another one, or wrapped.
  (xml, pick) => {
    const tag = any(xml, pick, START_TAGS);
    return tag === null ? xml : cut(xml, elementAt(xml, tag));
  },
  (xml, pick) => {
    const tag = any(xml, pick, START_TAGS);
    if (tag === null) return xml;
    const { from, to } = elementAt(xml, tag);
    const copy = xml.slice(from, to).slice(0, 20_000);
    return xml.slice(0, to) + (pick(2) === 0 ? copy : copy.replaceAll(/id="/g, `id="c${pick(1000)}`)) + xml.slice(to);
  },
  (xml, pick) => {
    const tag = any(xml, pick, START_TAGS);
    if (tag === null) return xml;
    const whole = elementAt(xml, tag);
    const rest = cut(xml, whole);
    const place = any(rest, pick, START_TAGS);
    return place === null ? rest : rest.slice(0, place.to) + xml.slice(whole.from, whole.to) + rest.slice(place.to);
  },
  (xml, pick) => {
    const tag = any(xml, pick, START_TAGS);
    if (tag === null) return xml;
    const { from, to } = elementAt(xml, tag);
    const deep = 1 + pick(70);
    const open = Array.from({ length: deep }, (_, at) => `<bpmn:subProcess id="w${pick(1_000_000)}_${at}">`).join('');
    return xml.slice(0, from) + open + xml.slice(from, to) + '</bpmn:subProcess>'.repeat(deep) + xml.slice(to);
  },
  // An attribute is gone or says something else; a reference leads elsewhere.
  (xml, pick) => {
    const attribute = any(xml, pick, ATTRIBUTES);
    return attribute === null ? xml : cut(xml, attribute);
  },
  (xml, pick) => {
    const attribute = any(xml, pick, ATTRIBUTES);
    if (attribute === null) return xml;
    const name = xml.slice(attribute.from, attribute.to).split('=')[0] ?? '';
    const values = [
      '',
      'true',
      'false',
      '-1',
      '= 1 +',
      '= x',
      'constructor',
      '__proto__',
      'a b',
      '999999999999',
      '= {a: [1',
    ];
    return cut(xml, attribute, `${name}="${values[pick(values.length)]}"`);
  },
  (xml, pick) => {
    const target = any(xml, pick, IDS);
    const source = any(xml, pick, IDS);
    return target === null || source === null ? xml : cut(xml, target, xml.slice(source.from, source.to));
  },
  // One kind of element becomes another.
  (xml, pick) => {
    const kinds = [
      ...['task', 'userTask', 'serviceTask', 'scriptTask', 'receiveTask', 'sendTask', 'subProcess', 'callActivity'],
      ...[
        'exclusiveGateway',
        'parallelGateway',
        'inclusiveGateway',
        'eventBasedGateway',
        'complexGateway',
        'boundaryEvent',
      ],
      ...[
        'startEvent',
        'endEvent',
        'intermediateCatchEvent',
        'intermediateThrowEvent',
        'transaction',
        'adHocSubProcess',
      ],
    ];
    const tag = any(xml, pick, /<bpmn:\w*(?:[tT]ask|Event|Gateway|Process|Activity)(?=[\s>])/g);
    if (tag === null) return xml;
    const whole = elementAt(xml, { from: tag.from, to: xml.indexOf('>', tag.from) + 1 });
    const old = xml.slice(tag.from + 1, tag.to);
    const kind = `bpmn:${kinds[pick(kinds.length)]}`;
    const text = xml.slice(whole.from, whole.to);
    const renamed = `<${kind}${text.slice(old.length + 1)}`;
    const closing = `</${old}>`;
    return cut(xml, whole, renamed.endsWith(closing) ? `${renamed.slice(0, -closing.length)}</${kind}>` : renamed);
  },
  // The elements of the process in another order.
  (xml, pick) => {
    const tags = spans(xml, /<bpmn:(?:sequenceFlow|task|userTask|startEvent|endEvent)\s[^<>]*\/?>/g);
    const one = tags[pick(Math.max(tags.length, 1))];
    const two = tags[pick(Math.max(tags.length, 1))];
    if (one === undefined || two === undefined) return xml;
    const [first, second] = [elementAt(xml, one), elementAt(xml, two)].sort((a, b) => a.from - b.from);
    if (first === undefined || second === undefined || first.to > second.from) return xml;
    const texts = [xml.slice(first.from, first.to), xml.slice(second.from, second.to)];
    return cut(cut(xml, second, texts[0]), first, texts[1]);
  },
];

const TEXTUAL: readonly Mutation[] = [
  // Text is cut, or a piece of it stands elsewhere.
  (xml, pick) => xml.slice(0, pick(xml.length + 1)),
  (xml, pick) => {
    const at = pick(xml.length + 1);
    const noise = ['<', '>', '&', '"', '\0', '<!--', ']]>', '<![CDATA[', '&#0;', '\uFFFF', '<x:y/>', '</bpmn:process>'];
    return xml.slice(0, at) + noise[pick(noise.length)] + xml.slice(at);
  },
];

/** One to four changes to a diagram, decided by the seed. */
export function mutate(xml: string, seed: number): string {
  const pick = random(seed);
  let text = xml;
  // Half of the diagrams change once only: the more changes, the fewer are accepted and run.
  for (let left = pick(2) === 0 ? 1 : 1 + pick(4); left > 0; left -= 1) {
    // The textual ones hardly ever leave XML, so they come seldom.
    const mutation = pick(8) === 0 ? TEXTUAL[pick(TEXTUAL.length)] : STRUCTURAL[pick(STRUCTURAL.length)];
    if (mutation !== undefined) text = mutation(text, pick);
  }
  return text;
}
