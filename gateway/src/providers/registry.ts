// The providers this gateway has. Adding one is a folder and a line here; the first one is the default.

import { dialog360 } from './dialog360/dialog360.ts';
import { infobip } from './infobip/infobip.ts';
import { metaCloud } from './meta-cloud/meta-cloud.ts';
import type { Provider } from './provider.ts';
import { twilio } from './twilio/twilio.ts';
import { vonage } from './vonage/vonage.ts';

const providers: readonly [Provider, ...Provider[]] = [metaCloud, dialog360, twilio, infobip, vonage];

export const providerNames = providers.map((provider) => provider.name);

export const defaultProvider = providers[0].name;

export const findProvider = (name: string): Provider | null =>
  providers.find((provider) => provider.name === name) ?? null;
