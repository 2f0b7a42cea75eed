import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';
import { type Finding, type Place, pointerOf } from '../findings/finding.js';
import { type ParsedYaml, parseYaml } from './parse-yaml.js';
import { type PlainData, readPlainData, textProblem } from './plain-data.js';

/** A document as plain data: JSON's types, no prototype names, bounded in depth and size. */
export interface ReadDocument extends PlainData {
  /** Place of the member a JSON pointer names, or of the nearest that holds it; undefined when no text was given. */
  placeOf(pointer: string): Place | undefined;
}

const DEEPEST = 64;
/** Values after aliases are followed: the bound on what a small text can grow to. */
const MOST_VALUES = 200_000;
const MOST_PROBLEMS = 50;

/** Reads YAML or JSON text, or checks an object that was parsed already. Nothing is said about its shape. */
export function readDocument(source: string | object): ReadDocument {
  if (typeof source !== 'string') return { ...readPlainData(source, DEEPEST), placeOf: () => undefined };
  const parsed = parseYaml(source);
  if ('problem' in parsed) {
    const { problem, place } = parsed;
    return { value: undefined, findings: [finding('', place, problem)], placeOf: () => place };
  }
  return new Reading(parsed).read();
}

class Reading {
  readonly #findings: Finding[] = [];
  readonly #places = new Map<string, Place>();
  readonly #anchors = new Map<string, Node>();
  #values = 0;
  readonly #parsed: Exclude<ParsedYaml, { problem: string }>;

  constructor(parsed: Exclude<ParsedYaml, { problem: string }>) {
    this.#parsed = parsed;
  }

  read(): ReadDocument {
    const { document, placeAt } = this.#parsed;
    for (const { message, pos } of [...document.errors, ...document.warnings].slice(0, MOST_PROBLEMS)) {
      this.#findings.push(finding('', placeAt(pos[0]), message));
    }
    const value =
      this.#findings.length > 0 || document.contents === null ? undefined : this.#value(document.contents, []);
    return { value, findings: this.#findings, placeOf: (pointer) => this.#placeOf(pointer) };
  }

  #value(node: Node | null, path: readonly string[]): unknown {
    this.#values += 1;
    if (this.#values > MOST_VALUES) return this.#refuseOnce(path, `holds more than ${MOST_VALUES} values`);
    if (path.length > DEEPEST) return this.#refuse(node, path, `is nested deeper than ${DEEPEST} levels`);
    if (node === null) return null;
    if (isAlias(node)) return this.#target(node, path);
    const value = this.#plain(node, path);
    // Known only from here on, so that an alias inside its own anchor names nothing.
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    return value;
  }

  #plain(node: Exclude<Node, Alias>, path: readonly string[]): unknown {
    if (isSeq<Node | null>(node)) {
      return node.items.map((item, index) => {
        const at = [...path, String(index)];
        this.#place(item, at);
        return this.#value(item, at);
      });
    }
    if (isMap<Node, Node | null>(node)) return this.#map(node.items, path);
    if (!isScalar(node)) return this.#refuse(node, path, 'is neither a value, a list nor an object');
    const { value } = node;
    if (typeof value === 'number' && !Number.isFinite(value))
      return this.#refuse(node, path, 'must be a finite number');
    if (typeof value === 'string') {
      const problem = textProblem(value);
      if (problem !== undefined) return this.#refuse(node, path, problem);
    }
    return value;
  }

  #map(pairs: readonly Pair<Node, Node | null>[], path: readonly string[]): object {
    const members = new Map<string, unknown>();
    for (const { key, value } of pairs) {
      const name: unknown = isScalar(key) ? key.value : undefined;
      if (typeof name !== 'string') {
        this.#refuse(key, path, 'the name of a member must be text; put it in quotes');
        continue;
      }
      const at = [...path, name];
      const problem = name === '__proto__' ? 'this name is reserved' : textProblem(name);
      if (problem !== undefined || members.has(name)) {
        this.#refuse(key, at, problem ?? `"${name}" stands here twice; remove one`);
        continue;
      }
      this.#place(key, at);
      members.set(name, this.#value(value, at));
    }
    return Object.fromEntries(members);
  }

  #target(alias: Alias, path: readonly string[]): unknown {
    const target = this.#anchors.get(alias.source);
    if (target === undefined)
      return this.#refuse(alias, path, `no anchor &${alias.source} stands before *${alias.source}`);
    return isAlias(target) ? null : this.#plain(target, path);
  }

  #place(node: Node | null, path: readonly string[]): void {
    if (node?.range) this.#places.set(pointerOf(path), this.#parsed.placeAt(node.range[0]));
  }

  #refuseOnce(path: readonly string[], message: string): undefined {
    if (this.#values === MOST_VALUES + 1) this.#refuse(null, path, message);
    return undefined;
  }

  #refuse(node: Node | null, path: readonly string[], message: string): undefined {
    if (this.#findings.length >= MOST_PROBLEMS) return undefined;
    const pointer = pointerOf(path);
    const place = node?.range ? this.#parsed.placeAt(node.range[0]) : this.#placeOf(pointer);
    this.#findings.push(finding(pointer, place, message));
    return undefined;
  }

  #placeOf(pointer: string): Place {
    for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const place = this.#places.get(at);
      if (place !== undefined) return place;
    }
    return { line: 1, column: 1 };
  }
}

const finding = (path: string, place: Place | undefined, message: string): Finding => ({ path, ...place, message });
