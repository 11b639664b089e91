import { State, States } from '../../.storybook/states.tsx';
import { EmptyArt, type EmptyArtName } from './table-states.tsx';

export default { title: 'Layout/Empty art' };

const NAMES: readonly EmptyArtName[] = ['plug', 'housing', 'lift', 'ledger', 'search', 'user'];

export const Drawings = () => (
  <States minWidth={140}>
    {NAMES.map((name) => (
      <State key={name} of={name}>
        <EmptyArt name={name} />
      </State>
    ))}
  </States>
);
