import { Check, ChevronDown, Download, Ellipsis, Play, RotateCcw, X } from 'lucide-react';
import { Sample } from '../gallery/sample.js';
import { Button, IconButton } from './button.js';

export const buttons = () => (
  <>
    <Sample name="Primary">
      <Button look="primary" icon={Check} shortcut="a">
        Approve
      </Button>
      <Button look="primary" disabled>
        Off
      </Button>
    </Sample>
    <Sample name="Default">
      <Button icon={Play} after={ChevronDown}>
        Run workflow
      </Button>
      <Button disabled>Off</Button>
    </Sample>
    <Sample name="Quiet">
      <Button look="quiet" icon={Download}>
        Export
      </Button>
      <IconButton icon={Ellipsis} label="More" />
      <IconButton icon={X} label="Close" shortcut="Esc" />
    </Sample>
    <Sample name="Danger">
      <Button look="danger">Cancel 3 runs</Button>
      <Button size="small" icon={RotateCcw}>
        Retry
      </Button>
      <Button isBusy>Sending</Button>
    </Sample>
    <Sample name="Sizes">
      <Button size="small">24</Button>
      <Button>32</Button>
      <Button size="large">40</Button>
    </Sample>
  </>
);
