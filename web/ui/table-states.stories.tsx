import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { nothing, shown, State, States } from '../../.storybook/states.tsx';
import {
  EmptyArt,
  type EmptyArtName,
  EmptyState,
  LoadError,
  LoadingRows,
  NoMatch,
  NotAllLoaded,
} from './table-states.tsx';

export default { title: 'Lists/States of a list' };

export const Loading = {
  render: () => (
    <Card flush>
      <LoadingRows caption="Your files" columns={5} />
    </Card>
  ),
  play: () => shown('[data-coming] [data-coming]'),
};

export const Failed = () => (
  <Card flush>
    <LoadError onRetry={nothing} />
  </Card>
);

export const FailedBesideRows = () => (
  <Card flush>
    <p className="px-4 py-2">Rows that are here already</p>
    <NotAllLoaded onRetry={nothing} />
  </Card>
);

export const Empty = () => (
  <Card flush>
    <EmptyState text="No files yet" art="plug" action={<Button variant="primary">Upload a file</Button>} />
  </Card>
);

export const NothingFound = () => (
  <Card flush>
    <NoMatch search="quattro" onClearSearch={nothing} />
  </Card>
);

export const NothingFiltered = () => (
  <Card flush>
    <NoMatch search="quattro" isFiltered onClearSearch={nothing} text="No file fits these filters" />
  </Card>
);

const NAMES: readonly EmptyArtName[] = ['plug', 'housing', 'lift', 'ledger', 'search', 'user'];

export const EmptyDrawings = () => (
  <States minWidth={140}>
    {NAMES.map((name) => (
      <State key={name} of={name}>
        <EmptyArt name={name} />
      </State>
    ))}
  </States>
);
