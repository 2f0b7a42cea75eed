import { describe, expect, it } from 'vitest';
import { parseXml, plainXmlDocument, xmlDocument, xmlList, xmlText } from './xml.js';

describe('xmlDocument', () => {
  it('escapes text, repeats arrays and leaves out what is undefined', () => {
    const document = xmlDocument('R', { A: '<&>"\u0001', B: [{ C: 1 }, { C: true }], D: undefined, E: [] });
    expect(document).toContain('<A>&lt;&amp;&gt;&quot;&#x1;</A><B><C>1</C></B><B><C>true</C></B></R>');
    expect(plainXmlDocument('E', { A: '' })).toMatch(/\n<E><A><\/A><\/E>$/);
  });
});

describe('parseXml', () => {
  const parse = (text: string) => parseXml(Buffer.from(text), 'Delete');

  it('keeps spaces, entities, numeric references and repeated elements', () => {
    const parsed = parse(
      '<?xml version="1.0"?>\n<Delete xmlns="urn:x">\n <Object><Key> a&amp;b&#13;&#x1F600; </Key></Object>\n</Delete>',
    );
    expect(xmlList(parsed, 'Object').map((object) => xmlText(object, 'Key'))).toEqual([' a&b\r😀 ']);
    expect(parse('<Delete/>')).toEqual({});
  });

  const refused = {
    nothing: '',
    'plain text': 'x',
    'another root': '<Other/>',
    'an open element': '<Delete><Object></Delete>',
    'a document type': '<!DOCTYPE x [<!ENTITY e "x">]><Delete>&e;</Delete>',
    'deep nesting': `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`,
    'text for the root': '<Delete>x</Delete>',
  };
  it.each(Object.entries(refused))('refuses %s', (_name, text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'MalformedXML', status: 400 }));
  });
});
