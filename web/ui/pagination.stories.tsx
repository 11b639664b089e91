import { useState } from 'react';
import { State, States } from '../../.storybook/states.tsx';
import { Pagination } from './pagination.tsx';

export default { title: 'Lists/Pagination' };

function Pages({ first, count }: { first: number; count: number }) {
  const [page, setPage] = useState(first);
  return <Pagination page={page} pageCount={count} onPage={setPage} label={`Page ${first} of ${count}`} />;
}

export const Places = () => (
  <States>
    <State of="three pages">
      <Pages first={2} count={3} />
    </State>
    <State of="the first of many">
      <Pages first={1} count={120} />
    </State>
    <State of="in the middle">
      <Pages first={60} count={120} />
    </State>
    <State of="the last">
      <Pages first={120} count={120} />
    </State>
  </States>
);
