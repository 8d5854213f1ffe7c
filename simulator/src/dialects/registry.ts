// The dialects this simulator speaks. Adding one is a folder and a line here.
import type { BusinessNumber } from '../account/numbers.ts';
import type { Dialect } from './dialect.ts';
import { dialog360 } from './dialog360/dialog360.ts';
import { infobip } from './infobip/infobip.ts';
import { metaCloud } from './meta-cloud/meta-cloud.ts';
import { twilio } from './twilio/twilio.ts';
import { vonage } from './vonage/vonage.ts';

export const dialects: readonly [Dialect, ...Dialect[]] = [metaCloud, dialog360, twilio, infobip, vonage];

export const dialectNames = dialects.map(({ name }) => name);

export const findDialect = (name: string): Dialect | null =>
  dialects.find((dialect) => dialect.name === name) ?? null;

/** A number is registered with a dialect that exists. */
export const dialectOf = ({ dialect }: BusinessNumber): Dialect => findDialect(dialect) ?? metaCloud;

/** A code that some dialect can write, beside Meta's own. */
export const isKnownToADialect = (code: number): boolean => dialects.some(({ knowsCode }) => knowsCode(code));
