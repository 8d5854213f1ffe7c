// Applies a change, such as the provider's id of a file, to every parameter of a filled component and of its cards.

import type { FilledComponent } from './template-part.ts';

type Parameter = Readonly<Record<string, unknown>>;

export const mapParameters = (
  component: FilledComponent,
  change: (parameter: Parameter) => object,
): object => ({
  ...component,
  ...(component.parameters && { parameters: component.parameters.map(change) }),
  ...(component.cards && {
    cards: component.cards.map((card) => ({
      ...card,
      components: card.components.map((part) => mapParameters(part, change)),
    })),
  }),
});
