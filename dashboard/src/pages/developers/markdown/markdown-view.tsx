// Shows the blocks of a guide with the components of the other pages. Elements are made, never HTML text, so nothing in a
// guide can become a script. Guides are English and read left to right in every language.

import { Anchor, Blockquote, Box, Code, List, Table, Text, Title, type TitleOrder } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { RouteLink } from '../../../parts/page/route-link.tsx';
import { CodeBlock } from '../../../parts/text/code-block.tsx';
import { findGuide } from '../guides.ts';
import styles from './markdown-view.module.css';
import type { Inline } from './parse-inline.ts';
import type { Block } from './parse-markdown.ts';

export function MarkdownView({ blocks }: { blocks: readonly Block[] }) {
  return (
    <Box dir="ltr" lang="en" className={styles.page}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one page never change their order
        <BlockView key={index} block={block} />
      ))}
    </Box>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <Title order={Math.min(block.level + 1, 6) as TitleOrder} id={block.id} className={styles.heading}>
          <Inlines parts={block.text} />
        </Title>
      );
    case 'paragraph':
      return (
        <Text component="p" className={styles.text}>
          <Inlines parts={block.text} />
        </Text>
      );
    case 'quote':
      return (
        <Blockquote p="md" my="md">
          <Inlines parts={block.text} />
        </Blockquote>
      );
    case 'code':
      return (
        <Box my="md">
          <CodeBlock title={block.language || 'text'} code={block.code} />
        </Box>
      );
    case 'list':
      return <ListView block={block} />;
    case 'table':
      return <TableView block={block} />;
  }
}

function ListView({ block }: { block: Extract<Block, { kind: 'list' }> }) {
  return (
    <List type={block.isOrdered ? 'ordered' : 'unordered'} my="sm" spacing={4}>
      {block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of one list never change their order
        <List.Item key={index}>
          <Inlines parts={item} />
        </List.Item>
      ))}
    </List>
  );
}

function TableView({ block }: { block: Extract<Block, { kind: 'table' }> }) {
  const cells = (row: readonly (readonly Inline[])[], cell: (content: ReactNode, key: number) => ReactNode) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the cells of one row never change their order
    row.map((content, index) => cell(<Inlines key={index} parts={content} />, index));
  return (
    // A wide table scrolls; a scrolling region must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div className={styles.scroll} tabIndex={0}>
      <Table withTableBorder my="sm" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {cells(block.head, (content, key) => (
              <Table.Th key={key}>{content}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {block.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one table never change their order
            <Table.Tr key={index}>
              {cells(row, (content, key) => (
                <Table.Td key={key}>{content}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Inlines({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line never change their order
    <Fragment key={index}>
      <InlineView part={part} />
    </Fragment>
  ));
}

function InlineView({ part }: { part: Inline }) {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <Code>{part.text}</Code>;
    case 'strong':
      return (
        <strong>
          <Inlines parts={part.children} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines parts={part.children} />
        </em>
      );
    case 'link':
      return <LinkView part={part} />;
  }
}

function LinkView({ part }: { part: Extract<Inline, { kind: 'link' }> }) {
  const label = <Inlines parts={part.children} />;
  if (/^https?:/.test(part.to)) {
    return (
      <Anchor href={part.to} target="_blank" rel="noreferrer" underline="always" inherit>
        {label}
      </Anchor>
    );
  }
  const [file = '', anchor] = part.to.split('#');
  const guide = findGuide(file.replace(/\.md$/, ''));
  // Files of the repository that are no guides have no address here.
  if (guide === null) return label;
  return (
    <RouteLink
      to="/developers/guides/$guide"
      params={{ guide }}
      {...(anchor !== undefined && { hash: anchor })}
      underline="always"
      inherit
    >
      {label}
    </RouteLink>
  );
}
