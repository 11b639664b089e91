import { act, screen, waitFor } from '@testing-library/react';
import { Fragment, useSyncExternalStore } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import german from '../../../contract/languages/de.json';
import { getCurrentLanguage, onLanguageChange, setLanguage } from '../../../web/languages/text.ts';
import { forgetSession, getSession, startSession } from '../../../web/client/session.ts';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { fake, installFakeApi, no, type FakeApi } from '../../../web/testing/fake-api.ts';
import { CUSTOMER, renderScreen, tokenOf } from '../../../web/testing/render-screen.tsx';
import { getLoginBackground } from '../../catalogue/media/media.calls.ts';
import { getApplicationConfiguration } from '../../shop/settings.calls.ts';
import { register, updateMyLanguage } from '../accounts.calls.ts';
import RegisterScreen from './register.screen.tsx';

const PASSWORD = 'Petrol-Teal-26';
let api: FakeApi;

beforeEach(() => {
  api = installFakeApi(
    fake(getLoginBackground, null),
    fake(getApplicationConfiguration, applicationConfiguration()),
    fake(register, { token: tokenOf(CUSTOMER) }),
  );
});

const show = () => renderScreen(<RegisterScreen />, { at: '/register', path: '/register', user: null });
type View = ReturnType<typeof show>;
const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input' });
const button = () => screen.getByRole('button', { name: 'CREATE NEW ACCOUNT' });

async function chooseCountry({ visitor }: View, name: string) {
  await visitor.type(field('Country'), name);
  await visitor.keyboard('{Enter}');
}

async function fillIn(view: View) {
  const { visitor } = view;
  await visitor.type(field('Username'), 'ana');
  await visitor.type(field('Full Name'), 'Ana Petrova');
  await visitor.type(field('Email'), 'ana@example.com');
  await chooseCountry(view, 'North Mac');
  await visitor.type(field('Phone Number'), '70 111-222');
  await visitor.type(field('Password'), PASSWORD);
  await visitor.type(field('Confirm Password'), PASSWORD);
}

async function send(view: View) {
  await fillIn(view);
  await view.visitor.click(button());
}

test(
  'registering sends everything, signs in and leads to where / leads',
  {
    tags: [
      'C-REG-01',
      'C-REG-02',
      'C-REG-03',
      'C-REG-04',
      'C-REG-05',
      'C-REG-06',
      'C-REG-07',
      'C-REG-08',
      'C-REG-09',
      'C-REG-10',
      'C-REG-S03',
      'X-SES-01',
      'X-CRS-08',
    ],
  },
  async () => {
    const view = show();
    await send(view);
    await waitFor(() => expect(view.location()).toBe('/dashboard'));
    expect(api.callsOf(register)[0]?.input).toEqual({
      username: 'ana',
      full_name: 'Ana Petrova',
      email: 'ana@example.com',
      password: PASSWORD,
      phone: '+38970 111-222',
      country: 'North Macedonia',
      role: 'CUSTOMER',
      status: 'ACTIVE',
      credit_balance: 0,
      device: localStorage.getItem('device'),
    });
    expect(getSession()?.user).toEqual(CUSTOMER);
  },
);

describe('the fields', () => {
  test('the country sets the locked dial code', { tags: ['C-REG-04', 'C-REG-05', 'X-VAL-04'] }, async () => {
    const view = show();
    expect(field('Dial code')).toHaveAttribute('readonly');
    expect(field('Dial code')).toHaveValue('');
    await chooseCountry(view, 'Germany');
    expect(field('Dial code')).toHaveValue('+49');
    await view.visitor.type(field('Dial code'), '7');
    expect(field('Dial code')).toHaveValue('+49');
  });

  test('countries can also be found by their dial code', { tags: ['C-REG-04'] }, async () => {
    const { visitor } = show();
    await visitor.type(field('Country'), '389');
    expect(screen.getByRole('option', { name: /North Macedonia/ })).toBeVisible();
  });

  test('the phone accepts only digits, plus, hyphen and space', { tags: ['C-REG-06', 'X-VAL-05'] }, async () => {
    const { visitor } = show();
    await visitor.type(field('Phone Number'), '+(70) a1-2.x');
    expect(field('Phone Number')).toHaveValue('+70 1-2');
  });

  test.each([
    ['Abc1!', 'weak'],
    ['abcdefgh', 'weak'],
    ['glowplug7', 'medium'],
    ['Abcdefg1!', 'strong'],
  ])(
    'the strength of %s is shown as %s',
    { tags: ['C-REG-07', 'C-REG-08', 'X-VAL-06', 'X-VAL-07', 'X-VAL-08'] },
    async (password, strength) => {
      const { visitor } = show();
      await visitor.type(field('Password'), password);
      expect(screen.getByText(`Password strength: ${strength}`)).toBeVisible();
    },
  );

  test('the button is off while it is empty or weak', { tags: ['C-REG-10', 'C-REG-S01', 'X-VAL-03'] }, async () => {
    const { visitor } = show();
    expect(button()).toBeDisabled();
    await visitor.type(field('Password'), 'copperlathe');
    expect(button()).toBeDisabled();
    await visitor.type(field('Password'), '1');
    expect(button()).toBeEnabled();
  });
});

describe('what is missing', () => {
  test('every field is required, and shows its error in place', { tags: ['X-VAL-01', 'C-REG-M02'] }, async () => {
    const { visitor } = show();
    await visitor.type(field('Password'), PASSWORD);
    await visitor.click(button());
    expect(await screen.findByText('Please fill in the username.')).toBeVisible();
    expect(screen.getByText('Please fill in the full name.')).toBeVisible();
    expect(screen.getByText('Please enter a valid email address.')).toBeVisible();
    expect(screen.getByText('Please choose a country.')).toBeVisible();
    expect(screen.getByText('Please fill in the phone number.')).toBeVisible();
    expect(screen.getByText('Registration failed. Please fill in all the required fields.')).toBeVisible();
    expect(field('Username')).toHaveFocus();
    expect(api.callsOf(register)).toEqual([]);
  });

  test('a different confirmation is refused', { tags: ['C-REG-09', 'C-REG-M01', 'X-VAL-02'] }, async () => {
    const view = show();
    await fillIn(view);
    await view.visitor.type(field('Confirm Password'), 'x');
    await view.visitor.click(button());
    expect(await screen.findByText('Passwords do not match')).toBeVisible();
    expect(api.callsOf(register)).toEqual([]);
  });

  test.each(['email', 'username', 'phone', 'country'])(
    'a session without %s is not started',
    { tags: ['X-SES-06', 'C-REG-M02'] },
    async (missing) => {
      api.use(fake(register, { token: tokenOf({ ...CUSTOMER, [missing]: '' }) }));
      const view = show();
      await send(view);
      expect(await screen.findByRole('alert')).toHaveTextContent(
        'Registration failed. Please fill in all the required fields.',
      );
      expect(getSession()).toBeNull();
      expect(view.location()).toBe('/register');
    },
  );
});

describe('when it fails', () => {
  const everythingIsThere = () => {
    expect(field('Username')).toHaveValue('ana');
    expect(field('Country')).toHaveValue('North Macedonia');
    expect(field('Phone Number')).toHaveValue('70 111-222');
    expect(field('Password')).toHaveValue(PASSWORD);
    expect(field('Confirm Password')).toHaveValue(PASSWORD);
  };

  test('the server’s message is shown at the field it names', { tags: ['C-REG-M03'] }, async () => {
    const sentence = 'An account with this email already exists. Please log in.';
    api.use(fake(register, no(400, sentence, 'email')));
    await send(show());
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(field('Email')).toHaveAccessibleDescription(sentence);
    expect(field('Email')).toHaveFocus();
    everythingIsThere();
  });

  test('a message about the phone is shown at the number', async () => {
    api.use(fake(register, no(400, 'A phone number has only digits, plus, hyphen and space.', 'phone')));
    await send(show());
    await waitFor(() => expect(field('Phone Number')).toBeInvalid());
  });

  test('a sentence without a field stands above the button', { tags: ['C-REG-M03'] }, async () => {
    api.use(fake(register, no(400, 'Registering is closed today.')));
    await send(show());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Registering is closed today.');
    expect(alert.compareDocumentPosition(button())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(alert.nextElementSibling).toContainElement(button());
    everythingIsThere();
  });

  test.each([[500], [429], [0]])(
    'any other failure (%i) shows the screen’s own text',
    { tags: ['C-REG-M04', 'X-ERR-03'] },
    async (status) => {
      api.use(fake(register, no(status, 'something internal')));
      await send(show());
      expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred during registration');
      everythingIsThere();
    },
  );

  test('a success without a session counts as a failure', { tags: ['C-REG-M05', 'X-ERR-04'] }, async () => {
    api.use(fake(register, { token: 'nonsense' }));
    await send(show());
    expect(await screen.findByText('Registration failed')).toBeVisible();
    everythingIsThere();
  });
});

test('the button shows "Sending..." while busy', { tags: ['C-REG-11', 'C-REG-S02'] }, async () => {
  const response = Promise.withResolvers<{ token: string }>();
  api.use(fake(register, () => response.promise));
  const view = show();
  await send(view);
  const busy = await screen.findByRole('button', { name: 'Sending...' });
  await view.visitor.click(busy);
  expect(api.callsOf(register)).toHaveLength(1);
  response.resolve({ token: tokenOf(CUSTOMER) });
  await waitFor(() => expect(view.location()).toBe('/dashboard'));
});

test('the picture beside the form is that of the login page', { tags: ['C-REG-13', 'X-API-11'] }, async () => {
  api.use(fake(getLoginBackground, { id: 4, name: 'Workshop', url: '/api/media/workshop.webp', type: 'IMAGE' }));
  const { container } = show();
  await waitFor(() => expect(container.querySelector('img')).toHaveAttribute('src', '/api/media/workshop.webp'));
});

test('a link takes existing users to the login', { tags: ['C-REG-12'] }, async () => {
  const { visitor, location } = show();
  await visitor.click(screen.getByRole('link', { name: 'Already have an account? Login' }));
  expect(location()).toBe('/login');
});

test('what was typed stays when another language is chosen, which draws the form again', async () => {
  api.use(fake(updateMyLanguage, ({ language }) => ({ language })));
  const Pages = () => (
    <Fragment key={useSyncExternalStore(onLanguageChange, getCurrentLanguage)}>
      <RegisterScreen />
    </Fragment>
  );
  const view = renderScreen(<Pages />, { at: '/register', path: '/register', user: null });
  await fillIn(view);
  await view.visitor.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch');
  const again = await screen.findByRole('button', { name: german['accounts.register.submitButton'] });
  await view.visitor.click(again);
  await waitFor(() => expect(api.callsOf(register)).toHaveLength(1));
  expect(api.callsOf(register)[0]?.input).toMatchObject({
    username: 'ana',
    full_name: 'Ana Petrova',
    email: 'ana@example.com',
    country: 'North Macedonia',
    phone: '+38970 111-222',
    password: PASSWORD,
  });
  await setLanguage('en', {});
  view.unmount();
  show();
  expect(field('Username')).toHaveValue('');
});

test('what was typed is not kept for the next visitor when a user who signs in has another language', async () => {
  const view = show();
  await fillIn(view);
  startSession(tokenOf(CUSTOMER));
  await act(() => setLanguage('de', german));
  view.unmount();
  act(() => forgetSession({ isEnded: false }));
  await act(() => setLanguage('en', {}));
  show();
  expect(field('Password')).toHaveValue('');
});
