import { useEffect, useMemo, useRef, useState } from 'react';
import { type Engine, startEngine } from '../engine/engine.js';
import { findingsOf, type ShownFinding } from './report.js';

/** Milliseconds without a change after which the diagram is checked. */
const QUIET = 80;

export interface Check {
  /** Undefined: no answer yet. */
  readonly findings: readonly ShownFinding[] | undefined;
  readonly error: Error | undefined;
}

/**
 * What the engine finds in the drawing.
 *
 * @param save the file as it is drawn; undefined: nothing is drawn yet
 * @param changes one more with every change
 */
export function useFindings(save: (() => Promise<string>) | undefined, changes: number): Check {
  const engine = useRef<Engine>(undefined);
  const [report, setReport] = useState<Parameters<typeof findingsOf>[0]>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    engine.current = startEngine(setReport, setError);
    return () => engine.current?.stop();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change is checked
  useEffect(() => {
    if (save === undefined) return;
    let isOld = false;
    const timer = setTimeout(() => {
      save()
        .then((bpmn) => {
          if (!isOld) engine.current?.check(bpmn);
        })
        .catch((cause: unknown) => setError(cause instanceof Error ? cause : new Error(String(cause))));
    }, QUIET);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [save, changes]);
  const findings = useMemo(() => (report === undefined ? undefined : findingsOf(report)), [report]);
  return { findings, error };
}
