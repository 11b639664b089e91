import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { fake, installFakeApi } from '../../../web/testing/fake-api.ts';
import { renderScreen } from '../../../web/testing/render-screen.tsx';
import { FILE, TICKET, chatMessage } from '../../../web/testing/ticket-examples.ts';
import * as contract from '../tickets.calls.ts';
import { mayBePicture, detectPictureType } from './picture.tsx';
import { TicketArea } from './ticket-area.tsx';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

test('an image is recognised by its first bytes, and a disguised program is not', () => {
  expect(detectPictureType(PNG)).toBe('image/png');
  expect(detectPictureType(bytesOf('\xFF\xD8\xFF\xE0abcd'))).toBe('image/jpeg');
  expect(detectPictureType(bytesOf('GIF89a......'))).toBe('image/gif');
  expect(detectPictureType(bytesOf('RIFF\x01\n\x03\x04WEBP'))).toBe('image/webp');
  for (const other of ['', '<svg xmlns="', '<html>', 'RIFF1234AVI ', 'MZ..........']) {
    expect(detectPictureType(bytesOf(other))).toBeNull();
  }
});

test('only a file with an image extension may be an image', () => {
  expect(['a.png', 'B.JPG', 'c.jpeg', 'd.gif', 'e.webp'].every(mayBePicture)).toBe(true);
  expect(['a.bin', 'b.svg', 'png', 'c.png.exe'].some(mayBePicture)).toBe(false);
});

let comeIntoSight: () => void;
const made: string[] = [];
const fetched: string[] = [];
/** Bytes of the message with this number; all others are pictures. */
let bytes: Record<number, Uint8Array<ArrayBuffer>>;

beforeEach(() => {
  const seen: (() => void)[] = [];
  let isInSight = false;
  comeIntoSight = () => {
    isInSight = true;
    for (const resolve of seen) resolve();
  };
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      resolve: () => void;
      constructor(onIntersect: (entries: { isIntersecting: boolean }[]) => void) {
        this.resolve = () => onIntersect([{ isIntersecting: true }]);
        seen.push(this.resolve);
      }
      // As in a browser, a new observer gets the current state.
      observe() {
        if (isInSight) this.resolve();
      }
      disconnect() {}
    },
  );
  made.length = 0;
  fetched.length = 0;
  bytes = {};
  URL.createObjectURL = (blob) => {
    made.push((blob as Blob).type);
    return `blob:picture-${made.length}`;
  };
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  vi.unstubAllGlobals();
});

type Attached = [file_name: string, file_size_bytes: number];
const SMOKE: Attached = ['smoke.png', 12];
/** Placed behind others, which have had their turn by the time it has its preview. */
const LAST: Attached = ['last.png', 12];

async function open(...attached: Attached[]) {
  const ticket_messages = attached.map(([file_name, file_size_bytes], at) =>
    chatMessage(at + 1, { file_name, file_size_bytes }),
  );
  installFakeApi(fake(contract.getTicket, { ...TICKET, ticket_messages }));
  const respondWithJson = globalThis.fetch;
  globalThis.fetch = (target, init) => {
    const url = typeof target === 'string' ? target : '';
    if (!url.endsWith('/attachment')) return respondWithJson(target, init);
    fetched.push(url);
    return Promise.resolve(new Response(bytes[Number(url.split('/').at(-2))] ?? PNG));
  };
  const shown = renderScreen(<TicketArea file={FILE} viewer="customer" />);
  await screen.findByRole('log');
  act(() => comeIntoSight());
  return shown;
}
const preview = () => screen.queryByRole('button', { name: 'Show smoke.png large' });
const lastPreview = () => screen.findByRole('button', { name: 'Show last.png large' });

test('an image is previewed once it scrolls into view, and enlarged on click', { tags: ['G-23'] }, async () => {
  const { visitor } = await open(SMOKE);
  await waitFor(() => expect(preview()).toBeVisible());
  expect(fetched).toEqual(['/api/tickets/3/messages/1/attachment']);
  expect(made).toEqual(['image/png']);
  await visitor.click(preview() as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'smoke.png' });
  expect(within(dialog).getByRole('img', { name: 'smoke.png' })).toHaveAttribute('src', 'blob:picture-1');
});

test('a file only named like an image gets no preview, and the browser never gets it as one', async () => {
  bytes = { 1: new TextEncoder().encode('<svg onload="alert(1)">') };
  await open(SMOKE, LAST);
  expect(await lastPreview()).toBeVisible();
  expect(fetched).toHaveLength(2);
  expect([preview(), made]).toEqual([null, ['image/png']]);
  expect(screen.getByRole('button', { name: 'Download smoke.png' })).toBeVisible();
});

test('other files and very large images are fetched only on demand', async () => {
  await open(['dump.bin', 12], ['smoke.png', 6 * 1024 * 1024], LAST);
  expect(await lastPreview()).toBeVisible();
  expect(fetched).toEqual(['/api/tickets/3/messages/3/attachment']);
});

test('an enlarged image is shown in a sound dialog', async () => {
  const { visitor } = await open(SMOKE);
  await waitFor(() => expect(preview()).toBeVisible());
  const of = 'features/tickets/web/chat-attachment.tsx';
  await expectSoundDialog({ of, visitor, name: 'smoke.png', opener: () => preview() as HTMLElement });
});
