import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { isSingleKey } from './single-keys.ts';

/** Whether a key press on this element would count as a shortcut. */
function isFree(place: Element, init: KeyboardEventInit): boolean {
  let response = false;
  const listen = (event: KeyboardEvent) => (response = isSingleKey(event));
  window.addEventListener('keydown', listen);
  fireEvent.keyDown(place, init);
  window.removeEventListener('keydown', listen);
  return response;
}

describe('a held key', () => {
  test.each(['j', 'k'])('keeps moving in a list: %s', (key) => {
    expect(isFree(document.body, { key, repeat: true })).toBe(true);
  });

  test.each(['n', 'g', 'c', '/', '?'])('otherwise counts once: %s', (key) => {
    expect(isFree(document.body, { key })).toBe(true);
    expect(isFree(document.body, { key, repeat: true })).toBe(false);
  });
});

describe('a focused control', () => {
  beforeEach(() => {
    render(
      <>
        {['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'text', 'search', 'number', 'date'].map((type) => (
          <input key={type} type={type} aria-label={type} />
        ))}
        <input aria-label="no type" />
        <textarea aria-label="textarea" />
        <select aria-label="select" />
      </>,
    );
  });

  test.each(['checkbox', 'radio', 'button', 'submit', 'reset', 'file'])('ignores letter keys: %s', (name) => {
    expect(isFree(screen.getByLabelText(name), { key: 'j' })).toBe(true);
  });

  test.each(['text', 'search', 'number', 'date', 'no type', 'textarea', 'select'])('uses letter keys: %s', (name) => {
    expect(isFree(screen.getByLabelText(name), { key: 'j' })).toBe(false);
  });
});
