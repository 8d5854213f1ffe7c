// Which of our modules need a heavy part of the component kit. The build keeps them out of the file that all pages share:
// otherwise every page would load every part, and files that import each other run in an order that breaks the kit.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files of packages, each heavy and needed by some pages only; a page loads those that it uses. */
export const heavyParts = {
  // The kit's hooks and tools, which need nothing else.
  hooks: /node_modules\/@mantine\/(?:hooks|store|core\/esm\/(?!components|.*[Ff]loating))/,
  // Dialogs keep the page behind them from scrolling with it.
  scrolling: /node_modules\/(?:react-remove-scroll|react-style-singleton|use-callback-ref|use-sidecar|tslib)/,
  // What floats above the page: tooltips, menus and selects are placed with it.
  floating:
    /node_modules\/(?:@floating-ui|@mantine\/core\/esm\/(?!components)|.*core\/esm\/components\/(?:Portal|Tooltip|Transition)\/)/,
  // First, because all others are made with them.
  menus:
    /node_modules\/.*(?:components\/(?:Accordion\/AccordionChevron|Checkbox\/CheckIcon|FocusTrap|Menu|Overlay|Popover|Radio\/RadioIcon|ScrollArea\/(?!utils))|utils\/(?:InlineInput|InputsGroup))/,
  lists:
    /node_modules\/(?:.*core\/esm\/components\/(?:Autocomplete|Checkbox|Combobox|MultiSelect|Pagination|Pill|Select|Switch|Table|TagsInput)|.*use-pagination)/,
  dialogs: /node_modules\/.*core\/esm\/components\/(?:Drawer|LoadingOverlay|Modal)/,
  forms:
    /node_modules\/(?:@mantine\/form|klona|fast-deep-equal|.*core\/esm\/components\/(?:Input(?:Base)?\/|PasswordInput|TextInput))/,
  // The fields that only some forms have.
  fields:
    /node_modules\/(?:react-number-format|.*core\/esm\/components\/(?:FileInput|JsonInput|NumberInput|PinInput|Textarea))/,
  steps: /node_modules\/.*core\/esm\/components\/Stepper/,
  // Needed by the pages that show messages, and by no page that opens first. The clock goes with the page that has it.
  // Templates are drawn with its texts, and uploads are asked for as its files are.
  chat: /src\/parts\/(?:chat\/(?!picture-viewer|window-clock)|template\/template-(?:bubble|preview))|src\/(?:queries\/media|parts\/compose\/use-upload)\.ts/,
  toasts: /node_modules\/(?:@mantine\/notifications|react-transition-group|.*components\/Notification)/,
} as const;

const heavyPackages = /^(?:@mantine\/(?:form|notifications|spotlight))/;
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
