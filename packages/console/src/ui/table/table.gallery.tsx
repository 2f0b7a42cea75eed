import { useState } from 'react';
import { Amount } from '../text/amount.js';
import { Facts } from './facts.js';
import { ColumnHead, figureCell, Table } from './table.js';

function TableSample() {
  const [direction, setDirection] = useState<'ascending' | 'descending'>('ascending');
  const toggle = () => setDirection(direction === 'ascending' ? 'descending' : 'ascending');
  return (
    <Table>
      <thead>
        <tr>
          <ColumnHead sort={{ direction, toggle }}>Supplier</ColumnHead>
          <ColumnHead isFigure>Amount</ColumnHead>
          <ColumnHead>Due</ColumnHead>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>Bittern Bookkeeping</td>
          <td className={figureCell}>
            <Amount value={1150} currency="GBP" />
          </td>
          <td>2 Apr</td>
        </tr>
        <tr aria-selected="true">
          <td>Cormorant Cables</td>
          <td className={figureCell}>
            <Amount value={10750} currency="USD" />
          </td>
          <td>3 Apr</td>
        </tr>
      </tbody>
    </Table>
  );
}

export const tables = () => (
  <>
    <TableSample />
    <Facts
      items={[
        ['Invoice', 'CC-2026-0317, 12 Mar 2026'],
        ['Cost centre', '4711 Maintenance'],
        ['Requested by', 'Ada Byron'],
      ]}
    />
  </>
);
