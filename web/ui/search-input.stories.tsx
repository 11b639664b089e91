import { useState } from 'react';
import { LONG, State, States } from '../../.storybook/states.tsx';
import { Field } from './field.tsx';
import { SearchInput } from './search-input.tsx';

export default { title: 'Fields/Search input' };

function Search({ first = '', slash = false, placeholder }: { first?: string; slash?: boolean; placeholder?: string }) {
  const [text, setText] = useState(first);
  return <SearchInput value={text} onChange={setText} slash={slash} placeholder={placeholder} />;
}

export const Kinds = () => (
  <States>
    <State of="with its key">
      <Search slash placeholder="Search files" />
    </State>
    <State of="without a key">
      <Search />
    </State>
    <State of="typed">
      <Search first="golf" />
    </State>
    <State of="long">
      <Search first={LONG} />
    </State>
    <Field label="With a label">
      <Search />
    </Field>
  </States>
);
