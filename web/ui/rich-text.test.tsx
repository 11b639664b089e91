import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RichText } from './rich-text.tsx';

test('HTML is rendered; a link opens a tab without access to this page', { tags: ['X-NOT-01', 'G-51'] }, async () => {
  render(<RichText html={'Prices <b>change</b>: <a href="https://example.com">read</a>'} />);
  expect((await screen.findByText('change')).tagName).toBe('B');
  const link = screen.getByRole('link', { name: 'read' });
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test('active content is removed even if the server let it through', { tags: ['G-51'] }, async () => {
  const { container } = render(
    <RichText
      html={
        '<p>safe</p><img src=x onerror="window.hit=1"><script>window.hit=1</script><svg onload="window.hit=1"></svg>' +
        '<a href="javascript:window.hit=1" style="position:fixed">here</a><iframe src="https://example.com"></iframe><form><input></form>'
      }
    />,
  );
  await screen.findByText('safe');
  expect(container.querySelector('img, script, svg, iframe, form, input, [style], [onerror]')).toBeNull();
  expect(screen.getByText('here')).not.toHaveAttribute('href');
  expect(window).not.toHaveProperty('hit');
});
