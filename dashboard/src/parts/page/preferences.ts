// What people can choose about how pages look: a language, and light or dark.

import type { MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { type Language, languages } from '../../i18n/i18n.ts';

export const languageKeys = Object.keys(languages) as Language[];

export const schemes = [
  { scheme: 'light', icon: IconSun },
  { scheme: 'dark', icon: IconMoon },
  { scheme: 'auto', icon: IconDeviceDesktop },
] as const satisfies readonly { scheme: MantineColorScheme; icon: typeof IconSun }[];
