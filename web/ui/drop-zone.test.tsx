import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { DropZone } from './drop-zone.tsx';
import { Field } from './field.tsx';

const file = new File(['ecu'], 'golf.ori');

test('a file of any kind can be picked, even the same one twice', async () => {
  const onFile = vi.fn<(file: File) => void>();
  render(
    <Field label="Original file">
      <DropZone onFile={onFile} />
    </Field>,
  );
  const input = screen.getByLabelText<HTMLInputElement>(/Original file/);
  expect(input).not.toHaveAttribute('accept');
  await userEvent.upload(input, file);
  expect(input.value).toBe('');
  await userEvent.upload(input, file);
  expect(onFile.mock.calls).toEqual([[file], [file]]);
});

test('a file can be dropped unless the zone is disabled', () => {
  const onFile = vi.fn<(file: File) => void>();
  const { rerender } = render(<DropZone label="File" onFile={onFile} />);
  const zone = () => screen.getByLabelText('File').closest('label')!;
  fireEvent.dragOver(zone());
  expect(screen.getByText('Drop the file here')).toBeInTheDocument();
  fireEvent.drop(zone(), { dataTransfer: { files: [file] } });
  rerender(<DropZone label="File" onFile={onFile} disabled />);
  fireEvent.drop(zone(), { dataTransfer: { files: [file] } });
  expect(onFile).toHaveBeenCalledOnce();
});
