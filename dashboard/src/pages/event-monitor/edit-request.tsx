// A request with another body: typed with the fields of the API beside it, checked before it is sent, and sent as a new request.

import type { RequestDetail, RetryAnswer } from '@hudhud/contract/requests.ts';
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { FieldErrors } from '../../parts/error/field-errors.tsx';
import { useErrorText } from '../../parts/error/use-error-text.ts';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { prettyJson } from '../../parts/text/pretty-json.ts';
import { apiDescriptionQuery, sendEditedRequest } from '../../queries/requests.ts';
import { type BodyField, checkBody, findBodyFields, lineOfField, type OpenApi } from './body-fields.ts';
import styles from './edit-request.module.css';
import { parseProblem } from './parse-problem.ts';
import { RetryLinks } from './retry-links.tsx';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

export default function EditRequest({ request }: { request: RequestDetail }) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => (request.body ? prettyJson(request.body) : '{}'));
  const api = useQuery(apiDescriptionQuery).data as OpenApi | undefined;
  const fields = useMemo(
    () => (api ? findBodyFields(api, request.method, request.path, parse(text)) : []),
    [api, request.method, request.path, text],
  );
  const problems = checkBody(text, fields);
  const send = useMutation(sendEditedRequest);
  const isBroken = problems.some(({ kind }) => kind === 'not_json');
  return (
    <Stack>
      <LeftToRight mono fw={600} style={{ overflowWrap: 'anywhere' }}>
        {request.method} {request.path}
      </LeftToRight>
      <div className={styles.sides}>
        <Stack gap="xs">
          <Textarea
            label={t('edit_send.body')}
            classNames={{ input: styles.text as string }}
            dir="ltr"
            autosize
            minRows={10}
            maxRows={24}
            maxLength={65_536}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={
              problems.length > 0 &&
              problems.map(({ kind, line, field }) => (
                <span key={`${kind} ${field}`} style={{ display: 'block' }}>
                  {t('edit_send.line', { line, problem: t(`edit_send.${kind}`, { field }) })}
                </span>
              ))
            }
            data-autofocus
          />
          <Text size="xs" c="dimmed">
            {t('edit_send.sends')}
          </Text>
        </Stack>
        {fields.length > 0 && <Fields fields={fields} />}
      </div>
      {send.isError && <ErrorAlert error={send.error} />}
      {send.isSuccess && <Result answer={send.data} text={text} />}
      <Group justify="flex-end">
        <Button
          disabled={isBroken}
          loading={send.isPending}
          onClick={() => send.mutate({ id: request.id, body: text })}
        >
          {t('edit_send.submit')}
        </Button>
      </Group>
    </Stack>
  );
}

function Fields({ fields }: { fields: readonly BodyField[] }) {
  const { t } = useTranslation();
  return (
    <section className={styles.fields} aria-label={t('edit_send.fields')}>
      <Text size="sm" fw={600} mb="xs">
        {t('edit_send.fields')}
      </Text>
      {/* A scrolling region must be reachable by keyboard. */}
      <dl className={styles.list} tabIndex={0} dir="ltr">
        {fields.map(({ name, type, isRequired, description }) => (
          <div key={name}>
            <dt>
              <b className="mono">{name}</b>{' '}
              <Text span size="xs" c="dimmed" className="mono">
                {type}
              </Text>
              {isRequired && (
                <Text span size="xs" c="var(--mantine-color-error)">
                  {' '}
                  {t('edit_send.required')}
                </Text>
              )}
            </dt>
            <Text component="dd" size="xs" c="dimmed" m={0} lang="en">
              {description}
            </Text>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Result({ answer: result, text }: { answer: RetryAnswer; text: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { status, answer } = result;
  const isGood = status < 400;
  const problem = isGood ? null : parseProblem(JSON.stringify(answer));
  const pointed = problem?.errors?.flatMap(({ pointer, code }) => {
    const field = pointer?.split('/')[1];
    return field ? [{ line: lineOfField(text, field), code }] : [];
  });
  return (
    <Alert
      role="status"
      color={isGood ? 'teal' : 'red'}
      icon={isGood ? <IconCircleCheck /> : <IconCircleX />}
      title={t(isGood ? 'edit_send.sent' : 'edit_send.failed', { status })}
    >
      <Stack gap="xs">
        {pointed?.map(({ line, code }) => (
          <Text key={`${line} ${code}`} size="sm">
            {t('edit_send.line', { line, problem: errorText(code)?.title ?? code })}
          </Text>
        ))}
        {problem && <FieldErrors problem={problem} />}
        <RetryLinks answer={result} />
      </Stack>
    </Alert>
  );
}
