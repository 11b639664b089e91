import { useState } from 'react';
import { LONG, State, States, nothing } from '../../.storybook/states.tsx';
import { ListToolbar, type ToolbarFilter } from './list-toolbar.tsx';

export default { title: 'Lists/List toolbar' };

const options = [
  { value: 'PENDING', label: 'Pending' },
  { value: 'COMPLETED', label: 'Completed' },
  { value: 'LONG', label: LONG },
];
const filter = (label: string, value = ''): ToolbarFilter => ({ label, value, options, onChange: nothing });

function Toolbar({ first = '', filters }: { first?: string; filters: readonly ToolbarFilter[] }) {
  const [search, setSearch] = useState(first);
  return <ListToolbar search={search} onSearch={setSearch} placeholder="Search files" filters={filters} />;
}

export const Kinds = () => (
  <States>
    <State of="search alone">
      <Toolbar filters={[]} />
    </State>
    <State of="with filters">
      <Toolbar filters={[filter('Any status'), filter('Any price status')]} />
    </State>
    <State of="in use">
      <Toolbar first="golf" filters={[filter('Any status', 'PENDING'), filter('Any price status', 'LONG')]} />
    </State>
  </States>
);
