// Products of a catalogue, which the provider keeps.

import Type from 'typebox';
import { body, counted, optionalText, strict, text } from '../content-fields.ts';
import { contentKind } from '../content-kind.ts';
import { contentLimits } from '../content-limits.ts';
import { checkTitles, checkTotal } from '../content-rules.ts';

const { caption: captionMax, products: productsMax } = contentLimits;

const footer = optionalText(contentLimits.footer, 'A small line under the text.');
const catalogId = text(contentLimits.catalogId, 'The catalogue, by the id the provider gave it.');
const productId = text(contentLimits.id, 'The product, by your own id in the catalogue.');

export const product = contentKind(
  'product',
  {
    message: Type.Optional(body(captionMax)),
    product: Type.Object({ catalog_id: catalogId, product_id: productId }, strict),
    footer,
  },
  {
    title: 'Product',
    summary: 'One product',
    example: {
      message: 'Back in stock.',
      product: { catalog_id: '194836987003835', product_id: 'shoe-42' },
    },
    detail: ({ message }) => message,
  },
);

export const products = contentKind(
  'products',
  {
    message: body(captionMax),
    products: Type.Object(
      {
        catalog_id: catalogId,
        header: text(60, 'The line above the text.'),
        sections: Type.Array(
          Type.Object(
            {
              title: optionalText(contentLimits.listTitle, 'Needed when there are several sections.'),
              product_ids: Type.Array(productId, {
                minItems: 1,
                maxItems: productsMax,
                description: 'At most 30 in all sections together.',
                ...counted,
              }),
            },
            strict,
          ),
          { minItems: 1, maxItems: contentLimits.productSections, ...counted },
        ),
      },
      strict,
    ),
    footer,
  },
  {
    title: 'Products',
    summary: 'Several products',
    example: {
      message: 'New this week.',
      products: {
        catalog_id: '194836987003835',
        header: 'Our shop',
        sections: [{ title: 'Shoes', product_ids: ['shoe-42', 'shoe-43'] }],
      },
    },
    check({ products: { sections } }) {
      const at = '/products/sections';
      const total = sections.reduce((sum, { product_ids }) => sum + product_ids.length, 0);
      return [...checkTitles(sections, at), ...checkTotal(total, productsMax, 'products', at)];
    },
  },
);

export const catalog = contentKind(
  'catalog',
  {
    message: body(captionMax),
    catalog: Type.Optional(Type.Object({ thumbnail_product_id: Type.Optional(productId) }, strict)),
    footer,
  },
  {
    title: 'Catalogue',
    summary: 'The catalogue',
    example: { message: 'See all that we have.', catalog: { thumbnail_product_id: 'shoe-42' } },
  },
);
