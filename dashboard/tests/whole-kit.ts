// A page loads the styles of the parts it shows and no others. This finds what is missing, or in the wrong order.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const wholeKit = readFileSync(
  createRequire(import.meta.url).resolve('@mantine/core/styles.layer.css'),
  'utf8',
);

/**
 * What looks different once all styles of the component kit are there, in the kit's own order. Looked at are the elements
 * that the kit has a rule of their own for, and the properties that it sets: any other change would follow from one of these.
 */
export const changedByWholeKit = (page: Page): Promise<string[]> =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    const stylesIn = ({ cssRules }: CSSStyleSheet | CSSGroupingRule): CSSStyleRule[] =>
      [...cssRules].flatMap((rule) => [
        ...(rule instanceof CSSStyleRule ? [rule] : []),
        ...(rule instanceof CSSGroupingRule ? stylesIn(rule) : []),
      ]);
    const rules = stylesIn(sheet);
    // Variables are written differently in the two; what they lead to is not.
    const names = [...new Set(rules.flatMap(({ style }) => [...style]))].filter(
      (name) => !name.startsWith('--'),
    );
    const ownRules = rules.map(({ selectorText }) => selectorText).filter((text) => !text.startsWith('*'));
    const elements = [...document.body.querySelectorAll(ownRules.join(','))];
    const look = () =>
      elements.map((element) => {
        const style = getComputedStyle(element);
        return names.map((name) => style.getPropertyValue(name));
      });
    const before = look();
    document.adoptedStyleSheets.push(sheet);
    const after = look();
    document.adoptedStyleSheets.pop();
    const changes = elements.flatMap((element, index) =>
      names.flatMap((name, place) => {
        const [was, is] = [before[index]?.[place], after[index]?.[place]];
        return was === is ? [] : [`${element.className}: ${name} ${was} > ${is}`];
      }),
    );
    return [...new Set(changes)].slice(0, 8);
  }, wholeKit);
