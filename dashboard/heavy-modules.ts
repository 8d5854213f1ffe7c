// Which of our modules need a heavy part of the component kit. The build keeps them out of the file that all pages share:
// otherwise every page would load every part, and files that import each other run in an order that breaks the kit.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files of packages, each heavy and needed by some pages only; a page loads those that it uses. */
export const heavyParts = {
  // First, because all others are made with them.
  menus:
    /node_modules\/.*(?:components\/(?:Accordion\/AccordionChevron|Checkbox\/CheckIcon|FocusTrap|Input(?:Base)?\/|Menu|Overlay|Popover|Radio\/RadioIcon|ScrollArea\/(?!utils))|utils\/(?:Floating\/use-context-menu|InlineInput|InputsGroup)|hooks\/esm\/use-(?:click-outside|debounced-callback|drag|focus-|long-press))/,
  lists:
    /node_modules\/(?:mantine-datatable|.*core\/esm\/components\/(?:Autocomplete|Checkbox|Combobox|MultiSelect|Pagination|Pill|Select|Switch|Table|TagsInput)|.*use-pagination)/,
  dialogs: /node_modules\/.*core\/esm\/components\/(?:Drawer|LoadingOverlay|Modal)/,
  forms:
    /node_modules\/(?:@mantine\/form|klona|fast-deep-equal|.*core\/esm\/components\/(?:FileInput|JsonInput|NumberInput|PasswordInput|PinInput|TextInput|Textarea))/,
  steps: /node_modules\/.*core\/esm\/components\/Stepper/,
  // With the one part of ours that draws them: it needs all of it and nothing else does.
  charts:
    /parts\/time\/bars-over-time\.tsx|node_modules\/(?:@mantine\/charts|@reduxjs|d3-|decimal\.js-light|es-toolkit|eventemitter3|immer|internmap|react-redux|recharts|redux|reselect|tiny-invariant|use-sync-external-store|victory-vendor)/,
  toasts: /node_modules\/(?:@mantine\/notifications|react-transition-group|.*components\/Notification)/,
} as const;

const heavyPackages = /^(?:mantine-datatable|@mantine\/(?:form|notifications|charts|spotlight)|recharts)/;
const heavyNames =
  /\b(?:Autocomplete|Checkbox|Combobox|Drawer|FileInput|JsonInput|LoadingOverlay|Menu|Modal|MultiSelect|NumberInput|Pagination|PasswordInput|Pill|PinInput|Select|Stepper|Switch|Table|TagsInput|TextInput|Textarea)\b/;

/** `import type` is not matched: types weigh nothing. */
const importPattern = /^(?:import|export) (?!type )([^;'"]*?)(?: from )?'([^']+)'/gms;
const known = new Map<string, boolean>();

/** Whether a file of ours, or anything that it imports, needs a heavy part. */
export function isHeavy(path: string): boolean {
  const before = known.get(path);
  if (before !== undefined) return before;
  known.set(path, false);
  const source = readFileSync(path, 'utf8');
  const result = [...source.matchAll(importPattern)].some(([, names = '', from = '']) => {
    if (heavyPackages.test(from)) return true;
    if (from === '@mantine/core') return heavyNames.test(names);
    return /^\.{1,2}\/.*\.tsx?$/.test(from) && isHeavy(join(dirname(path), from));
  });
  known.set(path, result);
  return result;
}
