import { useLayoutEffect, type ComponentType } from 'react';
import { MemoryRouter } from 'react-router';
import { prepareDates } from '../web/languages/dates.ts';
import { loadLanguage } from '../web/languages/languages.ts';
import { LANGUAGES } from '../contract/languages.ts';
import { getCurrentLanguage } from '../web/languages/text.ts';
import '../web/ui/theme.css';

type Globals = { theme: 'light' | 'dark'; language: string };

const LONGER = { value: 'en-XA', title: 'Longer words' };

/** What the toolbar of the gallery chooses. */
export const globalTypes = {
  theme: {
    toolbar: { icon: 'contrast', dynamicTitle: true, items: ['light', 'dark'] },
  },
  language: {
    toolbar: {
      icon: 'globe',
      dynamicTitle: true,
      items: [...LANGUAGES.map(({ code, name }) => ({ value: code, title: name })), LONGER],
    },
  },
};

export const initialGlobals: Globals = { theme: 'light', language: 'en' };

export const parameters = {
  options: { storySort: { order: ['Actions', 'Fields', 'Lists', 'Layout', 'Messages', 'Text'] } },
  a11y: { test: 'error', options: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'] } },
};

type Context = { globals: Globals };

export const loaders = [
  async ({ globals }: Context) => {
    if (globals.language !== getCurrentLanguage()) await loadLanguage(globals.language);
    prepareDates(globals.language);
    return {};
  },
];

/** Paints as web/ui/dark-mode.ts does, and starts again in another language. */
function Surroundings({ story: Story, globals }: Context & { story: ComponentType }) {
  const dark = globals.theme === 'dark';
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.classList.toggle('dark', dark);
    root.style.colorScheme = dark ? 'dark' : 'light';
  }, [dark]);
  return (
    <MemoryRouter key={globals.language}>
      <Story />
    </MemoryRouter>
  );
}

export const decorators = [
  (Story: ComponentType, { globals }: Context) => <Surroundings story={Story} globals={globals} />,
];
