import { Field } from './field.tsx';
import { FoldedFilter } from './folded-filter.tsx';
import { TextInput } from './text-input.tsx';

export default { title: 'Lists/Folded filter' };

const fields = (
  <div className="p-4">
    <Field label="Part of a name">
      <TextInput />
    </Field>
  </div>
);

export const ShowsEverything = () => <FoldedFilter count={0}>{fields}</FoldedFilter>;

export const IsOn = () => <FoldedFilter count={2}>{fields}</FoldedFilter>;
