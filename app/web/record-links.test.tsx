import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SessionUser } from '../../contract/session.ts';
import { getMyUser } from '../../features/accounts/accounts.calls.ts';
import { endpoints } from '../endpoints.ts';
import { Routing } from './routing.tsx';
import { exampleReply } from '../../web/testing/example-reply.ts';
import { fake, installFakeApi } from '../../web/testing/fake-api.ts';
import { myUser } from '../../web/testing/my-user.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen } from '../../web/testing/render-screen.tsx';

const USERNAME = 'vardar-chip';
const FILE_NUMBER = '100077';
const FILE_NAME = 'stageone';

/** How often, at least, a screen shows the name of a user and the number or name of a file. */
type Shown = { users: number; files: number };

const STAFF: readonly (readonly [path: string, Shown])[] = [
  ['admin/dashboard', { users: 2, files: 2 }],
  ['admin/all-files', { users: 1, files: 2 }],
  ['admin/view-file/1', { users: 2, files: 0 }],
  ['admin/all-tickets', { users: 1, files: 0 }],
  ['admin/all-users', { users: 1, files: 0 }],
  ['admin/credits-ledger', { users: 1, files: 1 }],
  ['admin/credits-statement/1', { users: 1, files: 1 }],
  ['admin/audit', { users: 1, files: 0 }],
  ['admin/security-log', { users: 2, files: 0 }],
  ['admin/payments', { users: 1, files: 1 }],
  ['admin/dtc-off-files', { users: 1, files: 0 }],
  ['admin/email', { users: 1, files: 0 }],
];

const CUSTOMERS: readonly (readonly [path: string, Shown])[] = [
  ['dashboard', { users: 0, files: 2 }],
  ['my-files', { users: 0, files: 2 }],
  ['my-credits-history', { users: 1, files: 1 }],
  ['my-credits-history/statement', { users: 1, files: 1 }],
];

/** Fields that the server sends to administrators only. */
const STAFF_ONLY = ['user_id', 'open_user_id', 'payment_reference'];

/** Gives users and files in a reply names that occur nowhere else. */
function marked(value: unknown, reader: SessionUser): unknown {
  if (Array.isArray(value)) return value.map((one) => marked(one, reader));
  if (typeof value !== 'object' || value === null) return value;
  // In a ticket, `file_id` is the id of the file's record instead of its number.
  const isOfFile = 'file_id' in value && typeof value.file_id !== 'number';
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => reader.role === 'ADMIN' || !STAFF_ONLY.includes(name))
      .map(([name, part]) => {
        if (name === 'username') return [name, USERNAME];
        if (name === 'file_id' && isOfFile) return [name, FILE_NUMBER];
        if (name === 'file_name' && isOfFile) return [name, FILE_NAME];
        return [name, marked(part, reader)];
      }),
  );
}

function open(path: string, reader: SessionUser) {
  installFakeApi(
    ...endpoints.map((endpoint) =>
      fake(endpoint, (input) => {
        const reply = exampleReply(endpoint, { isPage: 'limit' in (input as object) });
        return marked(reply, reader) as never;
      }),
    ),
    fake(getMyUser, myUser(reader)),
  );
  return renderScreen(<Routing />, { at: `/${path}`, user: reader });
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

/** Returns every element with one of these words in its own text, except the heading and the fields. */
function findPlaces(...words: string[]): Element[] {
  const texts = document.createTreeWalker(screen.getByRole('main'), NodeFilter.SHOW_TEXT);
  const places: Element[] = [];
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    const isShown = words.some((word) => textContent?.includes(word));
    if (isShown && parentElement && !parentElement.closest('h1, option, textarea, label')) places.push(parentElement);
  }
  return places;
}

/** Returns the target of the link around a text, or of the link that covers its row. */
const findTarget = (place: Element): string | null =>
  (place.closest('a') ?? place.closest('[data-row]')?.querySelector('[data-row-link]'))?.getAttribute('href') ?? null;

const findTargets = (...words: string[]) => findPlaces(...words).map((place) => findTarget(place));

/** In "Needs you", each entry is one link to the waiting file; the owner's name is part of it. */
const isInNeedsYou = (place: Element) => place.closest('section')?.querySelector('h2')?.textContent === 'Needs you';
/** The proposal's sentence names the colleague who made it, and loads later than the rest of the page. */
const isInProposal = (place: Element) => place.closest('[aria-label="Proposal"]') !== null;
const targetsOfUsers = () =>
  findPlaces(USERNAME)
    .filter((place) => !isInNeedsYou(place) && !isInProposal(place))
    .map((place) => findTarget(place));

/** On the file's own page, its name and number are not links. */
const isPageOfFile = (path: string) => path.includes('view-file');

// A customer's own name is not a link.
describe.each([
  ['staff', ADMINISTRATOR, STAFF, '/admin/edit-user/1', '/admin/view-file/1'],
  ['a customer', CUSTOMER, CUSTOMERS, null, '/view-file/1'],
] as const)('for %s', (_, reader, screens, userAddress, fileAddress) => {
  test.each(screens)('every username and file on /%s links to its page', async (path, { users, files }) => {
    open(path, reader);
    await waitFor(() => {
      expect(findPlaces(USERNAME).length).toBeGreaterThanOrEqual(users);
      expect(findPlaces(FILE_NUMBER, FILE_NAME).length).toBeGreaterThanOrEqual(files);
      expect(screen.getByRole('main')).not.toHaveAttribute('data-loading');
    });
    expect([...new Set(targetsOfUsers())]).toEqual(users === 0 ? [] : [userAddress]);
    const fileTargets = isPageOfFile(path) ? [] : findTargets(FILE_NUMBER, FILE_NAME);
    expect([...new Set(fileTargets)]).toEqual(files === 0 ? [] : [fileAddress]);
    expect(document.querySelectorAll('a[href^="/admin"]').length > 0).toBe(reader.role === 'ADMIN');
  });
});
