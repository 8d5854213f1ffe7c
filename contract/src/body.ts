// The body of a request. A field that it does not know is refused, so that a typo never passes in silence.

import Type, { type TProperties } from 'typebox';

export const body = <Properties extends TProperties>(
  $id: string,
  description: string,
  properties: Properties,
) => Type.Object(properties, { additionalProperties: false, $id, description });
