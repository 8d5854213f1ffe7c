// Gives tags to the chosen people, or takes tags from them.

import type { Contact } from '@hudhud/contract/contacts.ts';
import { Button, Group, Modal, Paper, Stack, Text } from '@mantine/core';
import { IconTag, IconTagOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { changeTags } from '../../queries/contacts.ts';
import { ContactTagsInput } from './tags-input.tsx';

type Verb = 'add' | 'remove';

interface TagSelectedProps {
  selected: readonly Contact[];
  onClear: () => void;
}

export function TagSelected({ selected, onClear }: TagSelectedProps) {
  const { t } = useTranslation();
  const text = useTimeText();
  const [verb, setVerb] = useState<Verb | null>(null);
  if (selected.length === 0) return null;
  return (
    <Paper
      withBorder
      p="xs"
      mb="md"
      bg="var(--hudhud-raised)"
      role="region"
      aria-label={t('tag_selected.title')}
    >
      <Group justify="space-between">
        <Text size="sm" role="status">
          {t('tag_selected.chosen', { count: selected.length, formatted: text.number(selected.length) })}
        </Text>
        <Group gap="xs">
          <Button variant="subtle" color="gray" size="xs" onClick={onClear}>
            {t('action.clear')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconTagOff size={14} />}
            onClick={() => setVerb('remove')}
          >
            {t('tag_selected.remove')}
          </Button>
          <Button size="xs" leftSection={<IconTag size={14} />} onClick={() => setVerb('add')}>
            {t('tag_selected.add')}
          </Button>
        </Group>
      </Group>
      <Modal opened={verb !== null} onClose={() => setVerb(null)} title={verb && t(`tag_selected.${verb}`)}>
        {verb && (
          <TagForm
            verb={verb}
            selected={selected}
            onDone={() => {
              setVerb(null);
              onClear();
            }}
          />
        )}
      </Modal>
    </Paper>
  );
}

interface TagFormProps {
  verb: Verb;
  selected: readonly Contact[];
  onDone: () => void;
}

function TagForm({ verb, selected, onDone }: TagFormProps) {
  const { t } = useTranslation();
  const text = useTimeText();
  const [tags, setTags] = useState<string[]>([]);
  const save = useMutation({
    ...changeTags,
    onSuccess: ({ changed }) => {
      const message = t('tag_selected.done', { count: changed, formatted: text.number(changed) });
      showDone(message);
      onDone();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (tags.length > 0) save.mutate({ contact_ids: selected.map(({ id }) => id), [verb]: tags });
      }}
    >
      <Stack>
        {save.isError && <ErrorAlert error={save.error} />}
        <ContactTagsInput value={tags} onChange={setTags} data-autofocus />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={tags.length === 0}>
            {t(`tag_selected.${verb}`)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
