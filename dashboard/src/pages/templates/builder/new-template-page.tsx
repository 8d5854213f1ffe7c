// Makes a template with a preview, in one language or in two side by side. What WhatsApp would refuse is shown before
// it is submitted.

import { checkTemplateDraft } from '@hudhud/contract/template-rules.ts';
import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { showDone } from '../../../parts/form/show-done.ts';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { RouteLink } from '../../../parts/page/route-link.tsx';
import { createTemplate } from '../../../queries/templates.ts';
import { BasicInputs } from './builder-inputs.tsx';
import { emptyForm, type TemplateForm, toDraft, toParts } from './template-form.ts';
import { TemplateVersion } from './template-version.tsx';

const otherLanguage = (language: string): string => (language.startsWith('ar') ? 'en' : 'ar');

/** Name and category are those of all languages. */
const useForms = () => {
  const [forms, setForms] = useState<readonly TemplateForm[]>([emptyForm]);
  const [first = emptyForm, second] = forms;
  return {
    forms,
    first,
    second,
    changeAll: (changed: Partial<TemplateForm>) => setForms(forms.map((form) => ({ ...form, ...changed }))),
    change: (place: number, changed: Partial<TemplateForm>) =>
      setForms(forms.map((form, index) => (index === place ? { ...form, ...changed } : form))),
    add: () => setForms([first, { ...first, language: otherLanguage(first.language) }]),
    drop: () => setForms([first]),
  };
};

export function NewTemplatePage() {
  const { t } = useTranslation();
  const { forms, first, second, changeAll, change, add, drop } = useForms();
  const [isChecked, setIsChecked] = useState(false);
  const submission = useSubmission();
  const problems = forms.map((form) => checkTemplateDraft(toDraft(form)));
  const submit = () => {
    setIsChecked(true);
    if (problems.every((found) => found.length === 0)) submission.submit(forms);
  };
  return (
    <>
      <RouteLink to="/templates" size="sm">
        {t('nav.templates')}
      </RouteLink>
      <PageHeader title={t('template_builder.title')} subtitle={t('template_builder.subtitle')}>
        <LanguageButton first={first} second={second} onAdd={add} onDrop={drop} />
      </PageHeader>
      <Stack>
        {submission.error && <ErrorAlert error={submission.error} />}
        <Panel>
          <BasicInputs form={first} onChange={changeAll} />
        </Panel>
        <SimpleGrid cols={{ base: 1, md: forms.length }}>
          {forms.map((form, place) => (
            <TemplateVersion
              // Two languages may be the same for a moment, while one of them is being chosen.
              key={place === 0 ? 'first' : 'second'}
              form={form}
              isNarrow={forms.length > 1}
              problems={isChecked ? (problems[place] ?? []) : []}
              onChange={(changed) => change(place, changed)}
            />
          ))}
        </SimpleGrid>
        <Group justify="flex-end">
          <Button loading={submission.isPending} onClick={submit}>
            {t('template_builder.submit')}
          </Button>
        </Group>
      </Stack>
    </>
  );
}

interface LanguageButtonProps {
  first: TemplateForm;
  second: TemplateForm | undefined;
  onAdd: () => void;
  onDrop: () => void;
}

function LanguageButton({ first, second, onAdd, onDrop }: LanguageButtonProps) {
  const { t, i18n } = useTranslation();
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' });
  const language = second?.language ?? otherLanguage(first.language);
  return (
    <Button
      variant="default"
      leftSection={<IconLanguage size={16} aria-hidden />}
      onClick={second ? onDrop : onAdd}
    >
      {t(second ? 'template_builder.only' : 'template_builder.beside', {
        language: names.of(language.replace('_', '-')) ?? language,
      })}
    </Button>
  );
}

/** One language after the other; one that was accepted is not submitted again when the next one is refused. */
function useSubmission() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const save = useMutation(createTemplate);
  const [taken, setTaken] = useState<readonly string[]>([]);
  const submit = async (forms: readonly TemplateForm[]): Promise<void> => {
    let last = '';
    for (const form of forms.filter(({ language }) => !taken.includes(language))) {
      const { parameterFormat, components, ...rest } = toDraft(form);
      last = (
        await save.mutateAsync({
          ...rest,
          category: form.category,
          parameter_format: parameterFormat,
          components: toParts(components),
        })
      ).id;
      setTaken((before) => [...before, form.language]);
    }
    showDone(t('template_builder.submitted'));
    await navigate({ to: '/templates/$templateId', params: { templateId: last } });
  };
  return {
    isPending: save.isPending,
    error: save.error,
    // The mutation shows the failure.
    submit: (forms: readonly TemplateForm[]) => void submit(forms).catch(() => undefined),
  };
}
