// The look, in one place: warm neutral surfaces, one accent (the hoopoe's cinnamon), and the contrast fixes that
// Mantine's defaults need to meet WCAG AA in both schemes. Ratios beside colours were computed.

import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import type { TFunction } from 'i18next';

const cinnamon: MantineColorsTuple = [
  '#fdf4ee',
  '#f9e5d8',
  '#f0c9b0',
  '#e6aa85',
  '#dc8e60', // 6.3:1 on dark-6: text in the dark scheme
  '#cb7340',
  '#b35c2a', // 4.7:1 under white: filled buttons in both schemes
  '#9a4b1e', // 5.5:1 on gray-1: text in the light scheme
  '#7c3c18',
  '#5c2d13',
];

const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ef',
  '#ebe8e4',
  '#ddd9d3',
  '#c6c1ba',
  '#8c867e',
  '#6b665f', // 5.1:1 on gray-1: dimmed text and placeholders
  '#524d48',
  '#383430',
  '#211f1c',
];

const dark: MantineColorsTuple = [
  '#ebe8e4',
  '#cfcac4',
  '#aaa49c', // 5.9:1 on dark-5: dimmed text and placeholders
  '#8a847c',
  '#3b3733',
  '#2b2825',
  '#211f1d',
  '#181715',
  '#121110',
  '#0c0b0a',
];

const fontFamily = "'Inter Variable', 'Noto Sans Arabic Variable', system-ui, sans-serif";

/** The kit makes the head of a dialog a `header`, which would be a second banner of the page. */
const plainHeader = { attributes: { header: { role: 'none' } } } as const;

/** Close buttons need names, and names need a language; hence a theme per language. */
export const themeFor = (t: TFunction) =>
  createTheme({
    primaryColor: 'cinnamon',
    primaryShade: { light: 6, dark: 6 },
    colors: { cinnamon, gray, dark },
    white: '#ffffff',
    black: gray[9],
    fontFamily,
    fontFamilyMonospace:
      "'JetBrains Mono', 'Noto Sans Arabic Variable', ui-monospace, 'SF Mono', 'Cascadia Code', 'DejaVu Sans Mono', Menlo, monospace",
    // One step of 1 to 2 px: 11 and 12 for what stands below a value, 13 for fields, 14 for text, 16 and 18 for what leads.
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
    headings: {
      fontFamily,
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '1.375rem', lineHeight: '1.3' },
        h2: { fontSize: '1rem', lineHeight: '1.4' },
        h3: { fontSize: '0.875rem', lineHeight: '1.45' },
        h4: { fontSize: '0.8125rem', lineHeight: '1.45' },
      },
    },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      // Wider, a full stop behind it looks like one that stands alone.
      Code: { styles: { root: { paddingInline: '0.2em' } } },
      // Plain objects: `Drawer.extend` would pull the components themselves into the first load.
      Drawer: { defaultProps: { closeButtonProps: { 'aria-label': t('action.close') }, ...plainHeader } },
      // The placeholder is a child that axe does not allow in a menu; without it the first item takes the focus.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Modal: {
        defaultProps: {
          closeButtonProps: { 'aria-label': t('action.close') },
          centered: true,
          ...plainHeader,
        },
      },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': t('action.close') } } },
      // Steps that are behind are done, which is teal; the accent belongs to the button that leads on.
      Stepper: { defaultProps: { color: 'teal.8' } },
      Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
    },
  });

/** Background and text of status: calmer than Mantine's own, and AA on every surface. */
const statusColors = {
  light: {
    teal: ['#e2f3ec', '#0b6b4f'],
    red: ['#fbe9e7', '#a61e1e'],
    blue: ['#e6effa', '#1c4f8f'],
    yellow: ['#fbf0d2', '#7a5200'],
    grape: ['#f5e9f7', '#7b2d86'],
    gray: [gray[1], gray[7]],
  },
  dark: {
    teal: ['#16302a', '#8fdcc0'],
    red: ['#3a1e1c', '#ffb3ab'],
    blue: ['#1b2a3d', '#a9cdf7'],
    yellow: ['#352a12', '#f0cf7f'],
    grape: ['#33203a', '#e4b3ee'],
    gray: [dark[5], dark[1]],
  },
} as const;

const statusVariables = (scheme: keyof typeof statusColors): Record<string, string> =>
  Object.fromEntries(
    Object.entries(statusColors[scheme]).flatMap(([name, [background, text]]) => [
      [`--mantine-color-${name}-light`, background],
      [`--mantine-color-${name}-light-color`, text],
    ]),
  );

/** Surface: the page behind cards. Raised: cards, header, navigation. Line: what separates them. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...statusVariables('light'),
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-anchor': cinnamon[7],
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-default-border': gray[3],
    '--mantine-color-cinnamon-text': cinnamon[7],
    '--mantine-color-cinnamon-light': cinnamon[1],
    '--mantine-color-cinnamon-light-color': cinnamon[8],
    '--hudhud-surface': gray[0],
    '--hudhud-raised': '#ffffff',
    '--hudhud-sunken': gray[1],
    '--hudhud-line': gray[2],
    '--hudhud-chosen': gray[2],
  },
  dark: {
    ...statusVariables('dark'),
    '--mantine-color-body': dark[6],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-anchor': cinnamon[4],
    '--mantine-color-error': '#ff8787',
    '--mantine-color-default': dark[5],
    '--mantine-color-default-hover': dark[4],
    '--mantine-color-cinnamon-text': cinnamon[4],
    '--mantine-color-cinnamon-light': '#3a2518',
    '--mantine-color-cinnamon-light-hover': '#4a2f1e',
    '--mantine-color-cinnamon-light-color': cinnamon[2],
    '--hudhud-surface': dark[7],
    '--hudhud-raised': dark[6],
    '--hudhud-sunken': dark[7],
    '--hudhud-line': dark[4],
    '--hudhud-edge': '#706b64', // 3.1:1 on dark-6: the edge of what can be filled in or ticked
    '--hudhud-chosen': dark[5],
  },
});
