import { EmptyState } from './table-states.tsx';
import { NextStep } from './next-step.tsx';

export default { title: 'Actions/Next step' };

export const InAnEmptyList = () => (
  <EmptyState
    text="No files yet"
    action={
      <NextStep to="/upload" hint="A file comes here as soon as it is uploaded.">
        Upload a file
      </NextStep>
    }
  />
);

export const WithoutHint = () => <NextStep to="/upload">Upload a file</NextStep>;
