// A file for a message: dropped here, chosen, or named by its address. It is uploaded at once, so that sending does not wait for
// it, and the gateway says straight away what is wrong with it.

import { mediaLimits } from '@hudhud/contract/media-limits.ts';
import { ActionIcon, Button, Group, Input, Progress, Stack, Text, TextInput } from '@mantine/core';
import { IconFileCheck, IconLink, IconUpload, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mediaQuery, type StoredFile } from '../../queries/media.ts';
import type { FileKind } from '../chat/shown-content.ts';
import { ErrorAlert } from '../error/error-alert.tsx';
import { byteSize } from '../text/byte-size.ts';
import { LeftToRight } from '../text/left-to-right.tsx';
import { numberText } from '../text/locale.ts';
import { type FileDraft, noFile } from './content-draft.ts';
import styles from './file-field.module.css';
import { type Upload, useUpload } from './use-upload.ts';

interface FileFieldProps {
  label: string;
  /** The kind that it is sent as. */
  kind: FileKind;
  value: FileDraft;
  /** False: only an uploaded file will do. */
  canBeAddress?: boolean;
  error?: ReactNode;
  onChange: (draft: FileDraft) => void;
}

export function FileField({ label, kind, value, canBeAddress = true, error, onChange }: FileFieldProps) {
  const { t } = useTranslation();
  const [byAddress, setByAddress] = useState(value.url !== '');
  const upload = useUpload(kind, onChange);
  const id = useId();
  const isWrongKind = value.stored && !value.stored.usable_for.includes(kind);
  const problem = upload.problem ?? (isWrongKind ? t('compose.file_not_usable') : error);
  return (
    // A label would give its name to the button, which says what it does by itself; so it is the name of the whole.
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      error={problem}
      description={<Limits kind={kind} />}
    >
      <Stack gap="xs" mt={6} role="group" aria-labelledby={`${id}-label`}>
        {upload.error && <ErrorAlert error={upload.error} />}
        {value.file || value.stored ? (
          <Chosen value={value} upload={upload} onRemove={() => onChange(noFile)} />
        ) : byAddress ? (
          <Address value={value} onChange={onChange} />
        ) : (
          <DropArea id={id} kind={kind} isWrong={Boolean(problem)} onFile={upload.start} />
        )}
        {canBeAddress && !value.file && !value.stored && (
          <Button
            variant="subtle"
            size="compact-sm"
            w="fit-content"
            leftSection={byAddress ? <IconUpload size={14} /> : <IconLink size={14} />}
            onClick={() => {
              setByAddress(!byAddress);
              onChange(noFile);
            }}
          >
            {t(byAddress ? 'compose.file_upload' : 'compose.file_by_address')}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

/** As people call them: MP3, DOCX. The long names of office files mean nothing to most people. */
const usualNames: Readonly<Record<string, string>> = {
  plain: 'TXT',
  mpeg: 'MP3',
  '3gpp': '3GP',
  msword: 'DOC',
  'vnd.ms-excel': 'XLS',
  'vnd.ms-powerpoint': 'PPT',
  'vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
  'vnd.openxmlformats-officedocument.presentationml.presentation': 'PPTX',
};

const namesOf = (mimeTypes: readonly string[]): string =>
  mimeTypes
    .map((type) => type.split('/')[1] ?? type)
    .map((name) => usualNames[name] ?? name.toUpperCase())
    .join(', ');

function Limits({ kind }: { kind: FileKind }) {
  const { t } = useTranslation();
  const { mimeTypes, bytesMax } = mediaLimits[kind];
  const types = namesOf(mimeTypes);
  return (
    <>
      <LeftToRight>{types}</LeftToRight>
      {' · '}
      {t('compose.file_max', { size: `\u2066${byteSize(bytesMax)}\u2069` })}
    </>
  );
}

interface DropAreaProps {
  id: string;
  kind: FileKind;
  isWrong: boolean;
  onFile: (file: File) => void;
}

function DropArea({ id, kind, isWrong, onFile }: DropAreaProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra way; the button inside is the one by keyboard
    <div
      className={styles.area}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconUpload size={24} stroke={1.5} aria-hidden />
      <Text size="sm">{t('compose.file_drop')}</Text>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('compose.file_choose')}
        accept={mediaLimits[kind].mimeTypes.join(',')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <Button
        variant="default"
        size="xs"
        aria-describedby={isWrong ? `${id}-error` : `${id}-description`}
        onClick={() => input.current?.click()}
      >
        {t('compose.file_choose')}
      </Button>
    </div>
  );
}

function Chosen({ value, upload, onRemove }: { value: FileDraft; upload: Upload; onRemove: () => void }) {
  const { t, i18n } = useTranslation();
  const stored = useStored(value);
  const name = stored?.filename ?? value.file?.name ?? '';
  const bytes = stored?.bytes ?? value.file?.size ?? 0;
  const isUploading = upload.part !== null;
  return (
    <div className={styles.chosen}>
      <Group gap="sm" wrap="nowrap">
        <IconFileCheck size={22} stroke={1.5} aria-hidden />
        <Stack gap={0} flex={1} miw={0}>
          <Text size="sm" fw={550} truncate>
            <bdi>{name}</bdi>
          </Text>
          <Text size="xs" c="dimmed" role="status">
            <LeftToRight>{byteSize(bytes)}</LeftToRight>
            {isUploading &&
              ` · ${t('compose.file_uploading', { percent: numberText(Math.round((upload.part ?? 0) * 100), i18n.language) })}`}
            {value.stored && ` · ${t('compose.file_stored')}`}
          </Text>
        </Stack>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('compose.file_remove', { name })}
          onClick={() => {
            upload.cancel();
            onRemove();
          }}
        >
          <IconX size={16} />
        </ActionIcon>
      </Group>
      {isUploading && (
        <Progress value={(upload.part ?? 0) * 100} size="sm" mt={8} aria-label={t('compose.file_progress')} />
      )}
    </div>
  );
}

/** A file of a draft that was kept is known by its id alone; the gateway knows the rest. */
function useStored({ stored }: FileDraft): StoredFile | null {
  const isKnown = stored === null || stored.filename !== '';
  const found = useQuery({ ...mediaQuery(stored?.id ?? ''), enabled: !isKnown }).data;
  return found ?? stored;
}

function Address({ value, onChange }: Pick<FileFieldProps, 'value' | 'onChange'>) {
  const { t } = useTranslation();
  return (
    <TextInput
      type="url"
      dir="ltr"
      aria-label={t('compose.file_address')}
      placeholder="https://example.com/picture.jpg"
      value={value.url}
      onChange={(event) => onChange({ ...noFile, url: event.currentTarget.value })}
    />
  );
}
