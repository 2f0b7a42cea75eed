import { Facts } from '../table/facts.js';
import { Card } from './card.js';

export const cards = () => (
  <Card title="Queues" beside={<span className="t12 t3">2 timers, none overdue</span>}>
    <Facts items={[['send-invoice', '3 waiting']]} />
  </Card>
);
