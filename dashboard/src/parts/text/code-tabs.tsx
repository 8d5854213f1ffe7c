// The same in several programming languages. The first is shown until another is chosen.

import { Tabs } from '@mantine/core';
import { CodeBlock } from './code-block.tsx';

interface CodeTabsProps {
  codes: readonly { readonly language: string; readonly code: string }[];
}

export function CodeTabs({ codes }: CodeTabsProps) {
  return (
    <Tabs defaultValue={codes[0]?.language ?? null} keepMounted={false}>
      <Tabs.List mb="sm">
        {codes.map(({ language }) => (
          <Tabs.Tab key={language} value={language}>
            {language}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {codes.map(({ language, code }) => (
        <Tabs.Panel key={language} value={language}>
          <CodeBlock title={language} code={code} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
