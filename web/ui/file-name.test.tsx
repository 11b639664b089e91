import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FileName } from './file-name.tsx';

test.each([
  ['Audi_A3-8P.v2.bin', ['Audi_', 'A3-', '8P.', 'v2.', 'bin']],
  ['a__b', ['a__', 'b']],
  ['Continue with Golf_5.bin. It is paid', ['Continue with Golf_', '5.', 'bin. It is paid']],
  ['plain', ['plain']],
])('"%s" may wrap inside its name, and reads and copies as it is', (text, parts) => {
  const { container } = render(<FileName text={text} />);
  expect(container.firstElementChild?.innerHTML.split('<wbr>')).toEqual(parts);
  expect(container).toHaveTextContent(text);
});
