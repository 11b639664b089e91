import { LONG, LONG_NAME, nothing, shown } from '../../.storybook/states.tsx';
import { StatusBadge, toneOf } from './badge.tsx';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { RowBadge } from './row-badge.tsx';
import type { Column } from './table-column.ts';
import { LinkInRow } from './table-row-link.tsx';
import { Table, type TableProps } from './table.tsx';
import { TimeStamp } from './time.tsx';

export default { title: 'Lists/Table' };

type Order = { id: number; vehicle: string; file: string; customer: string; status: string; price: number; at: string };

const STATUSES = ['PENDING', 'COMPLETED', 'CANCELED', 'IN_PROGRESS', 'REFUNDED'];
const VEHICLES = ['Audi S3 1.8 T 2001', 'BMW 320d 2012', 'Opel Astra 1.7 CDTI 2010', 'Volvo V70 D5 2008', LONG];

const orders: readonly Order[] = VEHICLES.map((vehicle, at) => ({
  id: 1042 + at,
  vehicle,
  file: at === 1 ? LONG_NAME : `original_${at}.bin`,
  customer: at === 2 ? 'A workshop with a long name in a long street' : 'elena',
  status: STATUSES[at] ?? 'PENDING',
  price: 40 * at,
  at: `2026-11-2${at}T09:3${at}:00Z`,
}));

const columns: readonly Column<Order>[] = [
  {
    key: 'vehicle',
    header: 'Vehicle',
    cell: ({ vehicle }) => vehicle,
    priority: 1,
    phone: 'title',
    sortValue: (one) => one.vehicle,
  },
  { key: 'file', header: 'File', cell: ({ file }) => file, priority: 3, phone: 'line' },
  { key: 'customer', header: 'Customer', cell: (one) => <LinkInRow href="/user/1">{one.customer}</LinkInRow> },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} />, phone: 'end' },
  {
    key: 'at',
    header: 'Uploaded',
    cell: ({ at }) => <TimeStamp value={at} />,
    sortValue: (one) => new Date(one.at),
    phone: 'end line',
  },
  {
    key: 'price',
    header: 'Price',
    cell: ({ price }) => price.toFixed(2),
    align: 'right',
    sortValue: (one) => one.price,
  },
  { key: 'open', header: 'Actions', cell: () => <Button small>Open</Button>, actions: true },
];

function Orders(props: Partial<TableProps<Order>>) {
  return (
    <Card flush title="Orders">
      <Table
        caption="Orders"
        columns={columns}
        rows={orders}
        rowKey={({ id }) => id}
        empty={{ text: 'No orders yet', art: 'ledger' }}
        {...props}
      />
    </Card>
  );
}

export const Rows = () => (
  <Orders to={({ id }) => `/file/${id}`} defaultSort={{ key: 'at', direction: 'descending' }} />
);

export const WithRails = () => <Orders rail={({ status }) => toneOf(status)} />;

const lean = columns.map((one) => (one.key === 'status' ? { ...one, cell: leanStatus } : one));

function leanStatus({ status }: Order) {
  return <RowBadge status={status} />;
}

export const Dense = () => <Orders dense columns={lean} />;

/** Columns without a `phone` place: each row is a card on phones. */
export const CardsOnPhones = () => (
  <Orders columns={columns.map((one) => ({ ...one, phone: undefined }))} rail={({ status }) => toneOf(status)} />
);

export const Loading = {
  render: () => <Orders rows={undefined} />,
  play: () => shown('[data-coming] [data-coming]'),
};

export const Failed = () => <Orders rows={undefined} error onRetry={nothing} />;

export const FailedBesideRows = () => <Orders error onRetry={nothing} />;

export const Empty = () => <Orders rows={[]} />;

export const NothingFound = () => <Orders rows={[]} search="quattro" onClearSearch={nothing} />;
