import { describe, expect, it } from 'vitest';
import { parseCallFilters } from './call-filters.ts';

describe('the filters of the list of calls', () => {
  it('keep what they know', () => {
    const search = {
      kind: 'provider',
      outcome: 'failed',
      message_id: 'msg_01kagx5p9ne0ps4a2v7qk3m8dz',
      webhook_id: 'wh_01kagx5p9ne0ps4a2v7qk3m8dz',
      delivery_id: 'dlv_01kagx5p9ne0ps4a2v7qk3m8dz',
      attempt: '2',
      time: '1h',
    };
    expect(parseCallFilters(search)).toEqual(search);
  });

  it('drop what the gateway would refuse', () => {
    expect(parseCallFilters({ kind: 'pigeon', outcome: 'lost', message_id: 'req_1', sender_id: 7 })).toEqual(
      {},
    );
  });
});
