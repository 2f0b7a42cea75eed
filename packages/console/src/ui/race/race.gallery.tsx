import { CircleCheck, Mail, Server } from 'lucide-react';
import { Icon } from '../icon/icon.js';
import { Race, RaceLine, RaceStep } from './race.js';

export const races = () => (
  <>
    <Race label="Until now">
      <RaceStep state="done">Read from e-mail and classified · 09:40</RaceStep>
      <RaceStep state="done">Ada Byron confirmed goods receipt · 09:58</RaceStep>
      <RaceStep state="now">Your decision</RaceStep>
      <RaceStep state="next">E-mail to supplier</RaceStep>
    </Race>
    <RaceLine label="What happens next">
      <li>
        <Icon of={CircleCheck} size={14} /> Approved
      </li>
      <li>
        <Icon of={Mail} size={14} /> E-mail to supplier
      </li>
      <li>
        <Icon of={Server} size={14} /> Booked in the ERP
      </li>
    </RaceLine>
  </>
);
