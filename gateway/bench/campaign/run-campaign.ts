// A campaign as a benchmark drives it: by the API, and followed by its own numbers.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Campaign } from '@hudhud/contract/campaigns.ts';
import type { Caller, Target } from '../send-requests.ts';

export interface BenchCampaign {
  read(): Promise<Campaign>;
  step(name: 'start' | 'cancel', body?: object): Promise<void>;
  /** Looks ten times a second; `onLook` sees every look. */
  until(is: (campaign: Campaign) => boolean, onLook?: () => void): Promise<Campaign>;
}

const lookMilliseconds = 100;

export const createCampaign = async (
  target: Target,
  caller: Caller,
  fields: object,
): Promise<BenchCampaign> => {
  const call = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const answer = await fetch(`http://${target.host}:${target.port}/api/v1/campaigns${path}`, {
      method,
      headers: {
        authorization: `Bearer ${caller.token}`,
        'x-company-id': caller.companyId,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The campaign was answered ${answer.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text) as Body;
  };
  const { id } = await call<Campaign>('POST', '', fields);
  const read = (): Promise<Campaign> => call<Campaign>('GET', `/${id}`);
  return {
    read,
    async step(name, body) {
      await call('POST', `/${id}/${name}`, body);
    },
    async until(is, onLook) {
      for (;;) {
        const campaign = await read();
        if (is(campaign)) return campaign;
        onLook?.();
        await sleep(lookMilliseconds);
      }
    },
  };
};
