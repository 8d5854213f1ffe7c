// Tags to give: those that are in use are offered, new ones are typed.

import { TagsInput, type TagsInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tagsQuery } from '../../queries/contacts.ts';

const tagCharactersMax = 50;

export function ContactTagsInput({ onChange, ...props }: Omit<TagsInputProps, 'data'>) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(tagsQuery);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <TagsInput
      label={t('contact.tags')}
      placeholder={t('contact.tags_placeholder')}
      maxLength={tagCharactersMax}
      splitChars={[',', '،', ';']}
      acceptValueOnBlur
      data={data.map(({ tag }) => tag)}
      // Closed once a tag is given: the list would lie over the button that people press next.
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      onChange={(tags) => {
        setIsOpen(false);
        onChange?.(tags);
      }}
      {...props}
    />
  );
}
