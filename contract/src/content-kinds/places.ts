// A place, and asking a person for theirs.

import Type from 'typebox';
import { body, optionalText, strict } from '../content-fields.ts';
import { contentKind } from '../content-kind.ts';
import { contentLimits } from '../content-limits.ts';

export const Place = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    name: optionalText(contentLimits.name, 'Name of the place.'),
    address: optionalText(contentLimits.name, 'Address of the place.'),
  },
  strict,
);

export const location = contentKind(
  'location',
  { location: Place },
  {
    title: 'Location',
    summary: 'A location',
    example: {
      location: {
        latitude: 24.71,
        longitude: 46.67,
        name: 'Al Noor Clinic',
        address: 'King Fahd Road, Riyadh',
      },
    },
    detail: ({ location: { name, address } }) => name ?? address,
  },
);

export const locationRequest = contentKind(
  'location_request',
  { message: body(contentLimits.caption) },
  {
    title: 'Location request',
    summary: 'A request for the location',
    example: { message: 'Where shall we deliver to?' },
  },
);
