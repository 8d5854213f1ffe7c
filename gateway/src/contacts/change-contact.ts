// Changes one contact. Another number means another address: one that belongs to another person is refused, and the old
// one goes, unless the person has opted out. Then it stays refused, as a STOP holds for every address of a person.

import type pg from 'pg';
import { inTransaction } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { personKey } from '../platform/person-key.ts';
import { addAddresses, findAddresses, removeAddress } from './addresses/queries.ts';
import { type ContactUpdate, lockContact, updateContact } from './queries.ts';

const changeNumber = async (
  client: pg.ClientBase,
  companyId: string,
  contact: { readonly id: string; readonly phone_number: string | null; readonly consent: string },
  phoneNumber: string,
): Promise<void> => {
  const key = personKey(phoneNumber);
  const [owner] = await findAddresses(client, [{ companyId, key }]);
  if (owner && owner.contact_id !== contact.id) throw new AppError('contact_exists');
  const oldKey = contact.phone_number === null ? null : personKey(contact.phone_number);
  if (oldKey !== null && oldKey !== key && contact.consent !== 'opted_out') {
    await removeAddress(client, { companyId, key: oldKey });
  }
  // Another form of the same number: the address is replaced by the form that the company uses now.
  if (owner && owner.value !== phoneNumber) await removeAddress(client, { companyId, key });
  await addAddresses(client, [
    { companyId, key, contactId: contact.id, kind: 'phone', value: phoneNumber, isOfNewPerson: false },
  ]);
  // Another request may have taken it since we looked.
  const [now] = await findAddresses(client, [{ companyId, key }]);
  if (now?.contact_id !== contact.id) throw new AppError('contact_exists');
};

/** False when there is no such contact. */
export const changeContact = (
  pool: pg.Pool,
  companyId: string,
  id: string,
  update: ContactUpdate,
): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    if (update.phoneNumber !== null) {
      const contact = await lockContact(client, companyId, id);
      if (!contact) return false;
      await changeNumber(client, companyId, contact, update.phoneNumber);
    }
    return await updateContact(client, companyId, id, update);
  });
