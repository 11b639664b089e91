/** The gallery of web/ui (docs/decisions/011-screens.md#a-gallery-of-the-components). Plain JavaScript: types need no Storybook to be checked. */
export default {
  framework: {
    name: '@storybook/react-vite',
    options: { builder: { viteConfigPath: '.storybook/vite.config.ts' } },
  },
  stories: ['../web/ui/**/*.stories.tsx'],
  addons: ['@storybook/addon-a11y'],
  // Nothing leaves the machine.
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  // Reads types through an interface that TypeScript 7 does not have.
  typescript: { reactDocgen: false },
  // States are stories here, not properties to be set.
  features: {
    sidebarOnboardingChecklist: false,
    controls: false,
    actions: false,
    interactions: false,
    backgrounds: false,
  },
};
