import { Sample } from '../gallery/sample.js';
import { ShortId } from './copy.js';
import { Secret } from './secret.js';

export const ids = () => (
  <Sample name="Ids">
    <ShortId id="01a29f3e-71b0-7c1d-a4a5-8b64c7cb20f1" />
  </Sample>
);

export const secrets = () => (
  <Sample name="Secrets">
    <Secret text="mrt_01a29f3e71b07c1da4a5_8b64c7cb20f1" />
  </Sample>
);
