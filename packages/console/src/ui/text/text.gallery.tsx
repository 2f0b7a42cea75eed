import { Sample } from '../gallery/sample.js';
import { Amount } from './amount.js';
import { Kbd } from './kbd.js';
import { When } from './when.js';

const minutes = (count: number) => new Date(Date.now() - count * 60_000);

export const texts = () => (
  <>
    <Sample name="Type">
      <span className="t32">
        <Amount value={10750} currency="USD" />
      </span>
      <span className="t24">Cormorant Cables</span>
      <span className="h1">Invoice approvals</span>
      <span className="t16">Lead, and inputs on phones</span>
      <span>Body 14/20</span>
      <span className="t13">Tables, menus, buttons 13/20</span>
      <span className="t12 t2">Captions and meta 12/16</span>
      <span className="mono">process.fields.amount &gt; 5000</span>
    </Sample>
    <Sample name="Ages">
      <When at={minutes(2)} /> <When at={minutes(300)} /> <When at={minutes(1500)} /> <When at="2026-03-12T10:00:00Z" />
    </Sample>
    <Sample name="Keys">
      <Kbd>Ctrl K</Kbd> <Kbd>J</Kbd> <Kbd>K</Kbd> <Kbd>?</Kbd>
    </Sample>
  </>
);
