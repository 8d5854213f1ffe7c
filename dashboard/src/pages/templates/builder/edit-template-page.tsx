// Changes a template that is there. What the form does not know is changed as WhatsApp writes it.

import { checkTemplateDraft, type TemplateDraft } from '@hudhud/contract/template-rules.ts';
import type { Template } from '@hudhud/contract/templates.ts';
import { Button, Group, JsonInput, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { showDone } from '../../../parts/form/show-done.ts';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { RouteLink } from '../../../parts/page/route-link.tsx';
import { editTemplate, templateQuery } from '../../../queries/templates.ts';
import { BasicInputs } from './builder-inputs.tsx';
import { formOf, type TemplateForm, toDraft, toParts } from './template-form.ts';
import { Problems, TemplateVersion } from './template-version.tsx';

export function EditTemplatePage() {
  const { t } = useTranslation();
  const { templateId } = useParams({ from: '/app/templates/$templateId/edit' });
  // A review that ends meanwhile must not take away what is being typed.
  const query = useQuery({ ...templateQuery(templateId), refetchInterval: false });
  if (query.isPending) return <Skeleton height={320} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  const template = query.data;
  const form = formOf(template);
  return (
    <>
      <RouteLink to="/templates/$templateId" params={{ templateId }} size="sm">
        <bdi>{template.name}</bdi>
      </RouteLink>
      <PageHeader
        title={t('template_builder.edit_title', { name: template.name })}
        subtitle={t('template_builder.edit_subtitle')}
      />
      {form ? (
        <FormEditor key={template.id} template={template} initial={form} />
      ) : (
        <PartsEditor key={template.id} template={template} />
      )}
    </>
  );
}

function useSave({ id }: Template) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMutation({
    ...editTemplate,
    onSuccess: async () => {
      showDone(t('template_builder.submitted'));
      await navigate({ to: '/templates/$templateId', params: { templateId: id } });
    },
  });
}

function FormEditor({ template, initial }: { template: Template; initial: TemplateForm }) {
  const { t } = useTranslation();
  const [form, setForm] = useState(initial);
  const [isChecked, setIsChecked] = useState(false);
  const save = useSave(template);
  const draft = toDraft(form);
  const problems = checkTemplateDraft(draft);
  const change = (changed: Partial<TemplateForm>) => setForm({ ...form, ...changed });
  const submit = () => {
    setIsChecked(true);
    if (problems.length > 0) return;
    const components = toParts(draft.components);
    const category = form.category === template.category ? {} : { category: form.category };
    save.mutate({ id: template.id, body: { components, ...category } });
  };
  return (
    <Stack>
      {save.isError && <ErrorAlert error={save.error} />}
      <Panel>
        <BasicInputs
          form={form}
          onChange={change}
          isNameFixed
          isCategoryFixed={template.status === 'approved'}
        />
      </Panel>
      <TemplateVersion form={form} isLanguageFixed problems={isChecked ? problems : []} onChange={change} />
      <Group justify="flex-end">
        <Button loading={save.isPending} onClick={submit}>
          {t('template_builder.save')}
        </Button>
      </Group>
    </Stack>
  );
}

const readParts = (text: string): TemplateDraft['components'] | null => {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? (value as TemplateDraft['components']) : null;
  } catch {
    return null;
  }
};

function PartsEditor({ template }: { template: Template }) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => JSON.stringify(template.components, null, 2));
  const save = useSave(template);
  const parts = readParts(text);
  const problems = parts
    ? checkTemplateDraft({
        name: template.name,
        language: template.language,
        category: template.category,
        parameterFormat: template.parameter_format,
        components: parts,
      })
    : [];
  return (
    <Panel maw={860}>
      <Stack>
        {save.isError && <ErrorAlert error={save.error} />}
        <Text size="sm">{t('template_builder.parts_hint')}</Text>
        <JsonInput
          label={t('template_builder.parts')}
          dir="ltr"
          autosize
          minRows={12}
          formatOnBlur
          value={text}
          error={parts === null && t('template_builder.parts_invalid')}
          onChange={setText}
        />
        {problems.length > 0 && <Problems problems={problems} />}
        <Group justify="flex-end">
          <Button
            loading={save.isPending}
            disabled={parts === null || problems.length > 0}
            onClick={() => save.mutate({ id: template.id, body: { components: toParts(parts ?? []) } })}
          >
            {t('template_builder.save')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}
