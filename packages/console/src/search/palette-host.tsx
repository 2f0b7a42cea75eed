import { lazy, Suspense, useEffect, useState } from 'react';
import { providePalette } from '../frame/palette.js';
import { messages } from './messages/index.gen.js';

const load = async () => {
  const [{ Palette }] = await Promise.all([import('./palette/palette.js'), messages.load()]);
  return { default: Palette };
};
const Palette = lazy(load);

/** The command palette: its code is loaded when it is opened for the first time. */
export function PaletteHost() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => providePalette(() => setOpen(true)), []);
  if (!isOpen) return null;
  return (
    <Suspense>
      <Palette onClose={() => setOpen(false)} />
    </Suspense>
  );
}
