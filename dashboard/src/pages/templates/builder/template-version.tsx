// One language of a template while it is written: its texts, its samples and its buttons, with how it will look.

import { readDefinition } from '@hudhud/contract/template-definition.ts';
import { renderTemplate } from '@hudhud/contract/template-rendering.ts';
import type { TemplateProblem } from '@hudhud/contract/template-rules.ts';
import { Alert, Grid, List, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../parts/page/panel.tsx';
import { TemplatePreview } from '../../../parts/template/template-preview.tsx';
import { ownDirection } from '../../../parts/text/own-direction.ts';
import { type BuilderProps, LanguageInput, TextInputs } from './builder-inputs.tsx';
import { ButtonInputs } from './button-inputs.tsx';
import { type TemplateForm, toDraft, variablesOfForm } from './template-form.ts';

// A sample for each variable: WhatsApp's reviewers see the template with them.

function SampleInputs({ form, onChange }: BuilderProps) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {variablesOfForm(form).map((name) => (
        <TextInput
          key={name}
          label={t('template_builder.sample', { name })}
          required
          {...ownDirection}
          value={form.samples[name] ?? ''}
          onChange={(event) => onChange({ samples: { ...form.samples, [name]: event.currentTarget.value } })}
        />
      ))}
    </SimpleGrid>
  );
}

interface VersionProps extends BuilderProps {
  /** Another language stands beside it: the preview is below, not beside. */
  isNarrow?: boolean;
  isLanguageFixed?: boolean;
  problems: readonly TemplateProblem[];
}

export function TemplateVersion({ form, onChange, problems, ...look }: VersionProps) {
  const { isNarrow = false, isLanguageFixed = false } = look;
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: isNarrow ? 12 : 7 }}>
        <Stack>
          <Panel>
            <Stack gap="sm">
              <LanguageInput form={form} onChange={onChange} isFixed={isLanguageFixed} />
              {form.category !== 'authentication' && (
                <>
                  <TextInputs form={form} onChange={onChange} />
                  <SampleInputs form={form} onChange={onChange} />
                  <ButtonInputs form={form} onChange={onChange} />
                </>
              )}
            </Stack>
          </Panel>
          {problems.length > 0 && <Problems problems={problems} />}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: isNarrow ? 12 : 5 }}>
        <Preview form={form} />
      </Grid.Col>
    </Grid>
  );
}

export function Problems({ problems }: { problems: readonly TemplateProblem[] }) {
  const { t } = useTranslation();
  return (
    <Alert color="yellow" title={t('template_builder.problems')}>
      <List size="sm">
        {problems.map(({ pointer, detail }) => (
          <List.Item key={`${pointer}${detail}`}>
            <bdi>{detail}</bdi>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** With the samples, and with the names of variables that have none yet. */
function Preview({ form }: { form: TemplateForm }) {
  const { components, category } = toDraft(form);
  const definition = readDefinition(components, category);
  const samples = Object.fromEntries(Object.entries(form.samples).filter(([, sample]) => sample !== ''));
  const headerSample = samples[definition.header?.variables[0] ?? ''];
  const { stored } = form.headerFile;
  const rendered = renderTemplate(definition, {
    body: form.category === 'authentication' ? { '1': '482913' } : samples,
    ...(headerSample !== undefined && { header: { text: headerSample } }),
    ...(stored && { header: { media: { id: stored.id } } }),
    buttons: Object.fromEntries(form.buttons.map(({ sample }, index) => [index, sample])),
  });
  return <TemplatePreview rendered={rendered} />;
}
