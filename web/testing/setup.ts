import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { reportResponse } from '../client/connection.ts';
import { cancelReload, queryClient } from '../client/query-client.ts';
import { toast } from '../ui/toast.tsx';
import { keepSurroundings } from './own-surroundings.ts';
import { findReactTexts } from './translated-page.ts';

/** This module runs once per test file, also for tests without a document. */
const hasDocument = typeof document !== 'undefined';

keepSurroundings();
omitOwnerStacks();
// Effects run twice, as in development: a screen that relies on them running once is defective. Waits end as soon as
// their condition holds; the timeout only has to be long enough for a busy machine.
configure({ reactStrictMode: true, asyncUtilTimeout: 20_000, getElementError });

const failures: string[] = [];
const real = { error: console.error, warn: console.warn };

function recordError(...parts: unknown[]) {
  failures.push(parts.map(String).join(' '));
}

beforeEach(() => {
  failures.length = 0;
  console.error = recordError;
  console.warn = recordError;
});

// `afterEach` hooks run in reverse order: the document is cleaned up first, so warnings from that count too.
afterEach(() => {
  console.error = real.error;
  console.warn = real.warn;
  if (failures.length > 0) {
    throw new Error(`The test wrote to the console. Expect it with vi.spyOn, or mend it:\n${failures.join('\n')}`);
  }
});

afterEach(async () => {
  if (!hasDocument) return;
  const held = findReactTexts(document.body);
  cleanup();
  // A retry of this test's queries must not fail during the next test.
  await queryClient.cancelQueries();
  reportResponse();
  // A test that ended without a connection would have the next one load everything again.
  cancelReload();
  // A button of a message that is still there would be found by the next test.
  toast.clear();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.className = '';
  // Such a text would break the screen once a browser has translated the page (web/jsx/own-texts.ts).
  if (held.length > 0) throw new Error(`Texts without an element of their own: ${held.join(' | ')}`);
});

/**
 * React records a stack for each element that it creates, for messages in a browser's console: a fifth of the time of
 * these tests. It stops after ten thousand in a second, which is what this value means to it. If a later React no
 * longer reads it, the tests only take longer.
 */
function omitOwnerStacks() {
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
  if (typeof internals !== 'object' || internals === null) return;
  const value = { configurable: true, get: () => Infinity, set: () => undefined };
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', value);
}

/**
 * Describes the document once, when a query has failed for good: describing it at each attempt of a wait was a thirtieth
 * of the time of these tests. If the library no longer marks these attempts, the tests only take longer.
 */
function getElementError(message: string | null, container: Element): Error {
  const isRepeated: unknown = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics');
  const error = new Error(isRepeated === true ? (message ?? '') : `${message ?? ''}\n\n${prettyDOM(container)}`);
  error.name = 'TestingLibraryElementError';
  return error;
}

/** Width used for media queries; a test changes it with `setScreenWidth`. */
let screenWidth = 1366;
let prefersDark = false;
const mediaListeners = new Set<() => void>();

export function setScreenWidth(width: number) {
  screenWidth = width;
  for (const changed of mediaListeners) changed();
}

export function setPrefersDark(dark: boolean) {
  prefersDark = dark;
  for (const changed of mediaListeners) changed();
}

function mediaMatches(query: string): boolean {
  if (query.includes('prefers-color-scheme: dark')) return prefersDark;
  if (query.includes('prefers-color-scheme: light')) return !prefersDark;
  const below = /width\s*<=?\s*([\d.]+)px|max-width:\s*([\d.]+)px/.exec(query);
  if (below) return screenWidth < Number(below[1] ?? below[2]);
  const from = /width\s*>=?\s*([\d.]+)px|min-width:\s*([\d.]+)px/.exec(query);
  return from ? screenWidth >= Number(from[1] ?? from[2]) : false;
}

class MediaStandIn extends EventTarget {
  readonly media: string;
  onchange = null;
  readonly #listeners = new Map<unknown, () => void>();

  constructor(query: string) {
    super();
    this.media = query;
  }

  get matches() {
    return mediaMatches(this.media);
  }

  override addEventListener(_type: string, listener: EventListenerOrEventListenerObject | null) {
    const changed = () => typeof listener === 'function' && listener(new Event('change'));
    this.#listeners.set(listener, changed);
    mediaListeners.add(changed);
  }

  override removeEventListener(_type: string, listener: EventListenerOrEventListenerObject | null) {
    const changed = this.#listeners.get(listener);
    if (changed) mediaListeners.delete(changed);
  }

  addListener(listener: EventListener) {
    this.addEventListener('change', listener);
  }

  removeListener(listener: EventListener) {
    this.removeEventListener('change', listener);
  }
}

class ObserverStandIn {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

if (hasDocument) {
  window.matchMedia = (query: string) => new MediaStandIn(query);
  window.ResizeObserver ??= ObserverStandIn;
  window.IntersectionObserver ??= ObserverStandIn;
  window.scrollTo = () => {};
  const element = Element.prototype;
  element.scrollIntoView ??= () => {};
  // jsdom's default style sheet hides popovers, but jsdom cannot show them.
  const popup = HTMLElement.prototype;
  popup.showPopover ??= function showPopover() {
    this.style.display = 'block';
  };
  popup.hidePopover ??= function hidePopover() {
    this.style.display = '';
  };
  element.hasPointerCapture ??= () => false;
  element.setPointerCapture ??= () => {};
  element.releasePointerCapture ??= () => {};
  beforeEach(() => {
    screenWidth = 1366;
    prefersDark = false;
  });
}

// The last hook runs first: what cleans up must not wait for a clock that stands still.
afterEach(() => {
  vi.useRealTimers();
});
