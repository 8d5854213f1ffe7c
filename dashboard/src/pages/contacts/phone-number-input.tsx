// A phone number, with the country that it belongs to as soon as that is known.

import type { ContactSettings } from '@hudhud/contract/contacts.ts';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tidyPhoneNumber } from '../../parts/text/phone-number.ts';
import { contactSettingsQuery } from '../../queries/contacts.ts';
import { countriesOfNumber, countryName } from './countries.ts';

export function PhoneNumberInput(props: TextInputProps & { value: string }) {
  const { t } = useTranslation();
  const hint = useCountryHint(useQuery(contactSettingsQuery).data);
  return (
    <TextInput
      type="tel"
      dir="ltr"
      label={t('contact.phone_number')}
      description={hint(props.value)}
      placeholder="+966501234567"
      autoComplete="off"
      required
      {...props}
    />
  );
}

function useCountryHint(settings: ContactSettings | undefined): (text: string) => string {
  const { t, i18n } = useTranslation();
  const nameOf = (country: string) => countryName(country, i18n.language);
  return (text) => {
    const number = tidyPhoneNumber(text).replace(/^00/, '+');
    const countries = countriesOfNumber(number);
    if (countries.length > 0) {
      return t('contact_form.phone_country', {
        country: new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(countries.map(nameOf)),
      });
    }
    if (settings?.default_country && !number.startsWith('+')) {
      return t('contact_form.phone_default', { country: nameOf(settings.default_country) });
    }
    return t('contact_form.phone_hint');
  };
}
