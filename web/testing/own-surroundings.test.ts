import { expect, test } from 'vitest';
import { rememberSurroundings } from './own-surroundings.ts';

test('the next test file in a process finds nothing that this one has changed', () => {
  const inPlace = () => [globalThis.fetch, globalThis.XMLHttpRequest, Reflect.get(URL, 'createObjectURL')];
  const before = inPlace();
  const restore = rememberSurroundings();
  const reports: string[] = [];
  globalThis.fetch = async () => new Response();
  globalThis.XMLHttpRequest = class extends EventTarget {} as typeof XMLHttpRequest;
  URL.createObjectURL = () => 'blob:here';
  Object.assign(window, { google: {} });
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
  Element.prototype.animate = () => ({}) as Animation;
  window.addEventListener('storage', () => reports.push('storage'));
  document.title = 'Left behind';
  document.documentElement.className = 'dark';
  document.body.style.overflow = 'hidden';
  document.body.append('left behind');
  history.pushState({}, '', '/left?behind#1');

  restore();
  window.dispatchEvent(new Event('storage'));
  expect(reports).toEqual([]);
  expect(inPlace()).toEqual(before);
  expect('google' in window).toBe(false);
  expect('serviceWorker' in navigator).toBe(false);
  expect('animate' in Element.prototype).toBe(false);
  expect(document.documentElement.outerHTML).toBe('<html><head></head><body></body></html>');
  expect(location.href).toBe('http://localhost:3000/');
});
