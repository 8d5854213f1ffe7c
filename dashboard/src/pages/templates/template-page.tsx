// One template: what WhatsApp says of it, how it looks, and what became of it.

import type { Template } from '@hudhud/contract/templates.ts';
import { Alert, Button, Code, Grid, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { DeleteButton } from '../../parts/form/delete-button.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteButton, RouteLink } from '../../parts/page/route-link.tsx';
import {
  TemplateCategoryBadge,
  TemplateQualityBadge,
  TemplateStatusBadge,
  useTemplateWords,
} from '../../parts/template/template-badges.tsx';
import { TemplatePreview } from '../../parts/template/template-preview.tsx';
import { keyOf, toPreview } from '../../parts/template/template-values.ts';
import { Field, FieldList } from '../../parts/text/field-list.tsx';
import { languageName } from '../../parts/text/language-name.ts';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentCell } from '../../parts/time/moment.tsx';
import { useMay } from '../../queries/account.ts';
import {
  changeTemplateSettings,
  deleteTemplate,
  templateHistoryQuery,
  templateQuery,
  templateSettingsQuery,
} from '../../queries/templates.ts';

export function TemplatePage() {
  const { t, i18n } = useTranslation();
  const { templateId } = useParams({ from: '/app/templates/$templateId' });
  const query = useQuery(templateQuery(templateId));
  if (query.isPending) return <Skeleton height={320} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  const template = query.data;
  return (
    <>
      <RouteLink to="/templates" size="sm">
        {t('nav.templates')}
      </RouteLink>
      <PageHeader title={template.name} subtitle={languageName(template.language, i18n.language)}>
        <Actions template={template} />
      </PageHeader>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <Facts template={template} />
            <History id={template.id} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <TemplatePreview rendered={toPreview(template, samplesOf(template))} />
        </Grid.Col>
      </Grid>
    </>
  );
}

const samplesOf = ({ fields }: Template) =>
  Object.fromEntries(fields.flatMap((field) => (field.example ? [[keyOf(field), field.example]] : [])));

/** As the gateway has it: what is in review cannot be changed. */
const changeable = ['approved', 'rejected', 'paused', 'flagged'];

function Actions({ template }: { template: Template }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayChange = useMay('admin');
  if (!mayChange || template.status === 'deleted') return null;
  return (
    <Group gap="sm">
      {template.category === 'authentication' && <OtpButton name={template.name} />}
      {changeable.includes(template.status) && (
        <RouteButton
          variant="default"
          to="/templates/$templateId/edit"
          params={{ templateId: template.id }}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('template_builder.edit')}
        </RouteButton>
      )}
      <DeleteButton
        title={t('template_delete.title')}
        explain={t('template_delete.explain')}
        confirm={t('action.delete')}
        done={t('template_delete.done')}
        remove={deleteTemplate}
        id={template.id}
        onDeleted={() => navigate({ to: '/templates' })}
      />
    </Group>
  );
}

function OtpButton({ name }: { name: string }) {
  const { t } = useTranslation();
  const settings = useQuery(templateSettingsQuery).data;
  const save = useMutation(changeTemplateSettings);
  const isChosen = settings?.otp_template === name;
  return (
    <Button
      variant="default"
      loading={save.isPending}
      onClick={() => save.mutate({ otp_template: isChosen ? null : name })}
    >
      {t(isChosen ? 'template_otp.chosen' : 'template_otp.choose')}
    </Button>
  );
}

function Facts({ template }: { template: Template }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const words = useTemplateWords();
  return (
    <Panel>
      <Stack>
        {template.reason !== null && <Alert color="yellow">{template.reason}</Alert>}
        {template.next_category !== null && (
          <Alert color="yellow">
            {t('template.next_category', { category: words('template_category', template.next_category) })}
          </Alert>
        )}
        <FieldList>
          <Field name={t('template.status')}>
            <TemplateStatusBadge template={template} />
          </Field>
          <Field name={t('template.category')}>
            <TemplateCategoryBadge category={template.category} />
          </Field>
          {template.quality !== null && (
            <Field name={t('template.quality')}>
              <TemplateQualityBadge quality={template.quality} />
            </Field>
          )}
          <Field name={t('template.language')}>
            {languageName(template.language, language)} <LeftToRight mono>{template.language}</LeftToRight>
          </Field>
          <Field name={t('template.fields')}>
            <Group gap={6}>
              {template.fields.length === 0
                ? t('template.no_fields')
                : template.fields.map((field) => (
                    <Code key={keyOf(field)}>
                      <bdi>{field.label}</bdi>
                    </Code>
                  ))}
            </Group>
          </Field>
          <Field name={t('template.account')}>
            <bdi>{template.account}</bdi>
          </Field>
        </FieldList>
      </Stack>
    </Panel>
  );
}

function History({ id }: { id: string }) {
  const { t } = useTranslation();
  const words = useTemplateWords();
  const changes = useQuery(templateHistoryQuery(id)).data ?? [];
  return (
    <Panel title={t('template_history.title')}>
      {changes.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('template_history.empty')}
        </Text>
      ) : (
        <Stack gap="sm">
          {changes.map(({ field, after, reason, source, at }) => (
            <Group key={`${at}${field}`} justify="space-between" gap="xs" align="baseline">
              <div>
                <Text size="sm">
                  {t(`template_history.${field as 'status'}`)}
                  {after !== null && `: ${words(groupOf(field), after)}`}
                </Text>
                <Text size="xs" c="dimmed">
                  {[reason, t(`template_source.${source}`)].filter((part) => part !== null).join(' · ')}
                </Text>
              </div>
              <MomentCell at={at} />
            </Group>
          ))}
        </Stack>
      )}
    </Panel>
  );
}

const groupOf = (field: string): 'template_status' | 'template_category' | 'template_quality' => {
  if (field === 'quality') return 'template_quality';
  return field === 'status' ? 'template_status' : 'template_category';
};
