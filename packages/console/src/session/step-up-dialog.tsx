import { lazy, Suspense, useEffect, useState } from 'react';
import { provideStepUp } from '../api/step-up.js';

/** It comes with its messages when the server asks. */
const StepUpForm = lazy(() =>
  import('./step-up-form.js').then(({ StepUpForm: component }) => ({ default: component })),
);

/** Opens when the server asks for a fresh sign-in, for what would do most harm in the hands of somebody else. */
export function StepUpDialog() {
  const [waiting, setWaiting] = useState<readonly ((isProved: boolean) => void)[]>([]);
  useEffect(() => provideStepUp(() => new Promise((resolve) => setWaiting((others) => [...others, resolve]))), []);
  const end = (isProved: boolean): void => {
    for (const resolve of waiting) resolve(isProved);
    setWaiting([]);
  };
  if (waiting.length === 0) return null;
  return (
    <Suspense>
      <StepUpForm onProved={() => end(true)} onCancel={() => end(false)} />
    </Suspense>
  );
}
