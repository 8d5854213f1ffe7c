// Products of a catalogue, and cards that are pushed sideways.

import { contentLimits as limits } from '@hudhud/contract/content-limits.ts';
import { SegmentedControl, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ComposeForm } from './compose-form.ts';
import { newSlide } from './content-draft.ts';
import { CountedInput } from './counted-input.tsx';
import { FileField } from './file-field.tsx';
import { LinkFields } from './link-fields.tsx';
import { Repeated, SectionFields } from './repeated-fields.tsx';

export function ProductFields({ form }: { form: ComposeForm }) {
  const { t } = useTranslation();
  const { type } = form.values;
  if (type === 'catalog') {
    return (
      <TextInput
        label={t('compose.thumbnail')}
        description={t('compose.thumbnail_hint')}
        dir="ltr"
        {...form.getInputProps('catalog.thumbnail_product_id')}
      />
    );
  }
  if (type === 'products') return <ProductListFields form={form} />;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput label={t('compose.catalog_id')} dir="ltr" {...form.getInputProps('product.catalog_id')} />
      <TextInput label={t('compose.product_id')} dir="ltr" {...form.getInputProps('product.product_id')} />
    </SimpleGrid>
  );
}

function ProductListFields({ form }: { form: ComposeForm }) {
  const { t } = useTranslation();
  const { sections } = form.values.products;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={t('compose.catalog_id')} dir="ltr" {...form.getInputProps('products.catalog_id')} />
        <CountedInput
          form={form}
          path="products.header"
          max={limits.header}
          label={t('compose.header_line')}
        />
      </SimpleGrid>
      <SectionFields
        form={form}
        path="products.sections"
        count={sections.length}
        max={limits.productSections}
        fresh={() => ({ title: '', product_ids: '' })}
      >
        {(path) => (
          <Textarea
            label={t('compose.product_ids')}
            description={t('compose.product_ids_hint', { max: limits.products })}
            autosize
            minRows={2}
            dir="ltr"
            {...form.getInputProps(`${path}.product_ids`)}
          />
        )}
      </SectionFields>
    </>
  );
}

export function CarouselFields({ form }: { form: ComposeForm }) {
  const { t } = useTranslation();
  const { cards } = form.values.carousel;
  return (
    <Repeated
      form={form}
      path="carousel.cards"
      count={cards.length}
      min={limits.cardsMin}
      max={limits.cards}
      name={(place) => t('compose.slide_name', { place })}
      add={t('compose.add_slide')}
      fresh={newSlide}
    >
      {(path, index) => <SlideFields form={form} path={path} index={index} />}
    </Repeated>
  );
}

function SlideFields({ form, path, index }: { form: ComposeForm; path: string; index: number }) {
  const { t } = useTranslation();
  const card = form.values.carousel.cards[index] ?? newSlide();
  return (
    <Stack gap="sm">
      <SegmentedControl
        size="xs"
        aria-label={t('compose.header')}
        data={[
          { value: 'image', label: t('compose.type_image') },
          { value: 'video', label: t('compose.type_video') },
        ]}
        {...form.getInputProps(`${path}.kind`)}
      />
      <FileField
        key={card.kind}
        label={t(`compose.type_${card.kind}`)}
        kind={card.kind}
        value={card.media}
        error={form.errors[`${path}.media`]}
        onChange={(media) => form.setFieldValue(`${path}.media`, media)}
      />
      <CountedInput
        form={form}
        path={`${path}.message`}
        max={limits.cardText}
        label={t('compose.slide_text')}
      />
      <LinkFields form={form} path={`${path}.link`} />
    </Stack>
  );
}
