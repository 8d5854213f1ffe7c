// One import, at an address of its own: which step it is at, the import itself says, so a reload loses nothing.

import type { ContactImport } from '@hudhud/contract/imports.ts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { byteSize } from '../../../parts/text/byte-size.ts';
import { importQuery, isUnderWay } from '../../../queries/imports.ts';
import { ContactTabs } from '../contact-tabs.tsx';
import { CheckedStep } from './checked-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { type ImportStep, ImportSteps } from './import-steps.tsx';
import { OverStep } from './over-step.tsx';
import { RunningStep } from './running-step.tsx';

const route = getRouteApi('/app/contacts/imports/$importId');

export function ImportPage() {
  const { t } = useTranslation();
  const { importId } = route.useParams();
  const query = useQuery(importQuery(importId));
  const job = query.data;
  return (
    <>
      <PageHeader
        title={t('import_page.title')}
        subtitle={job ? `\u2068${job.file_name}\u2069 · \u2066${byteSize(job.file_bytes)}\u2069` : '…'}
      />
      <ContactTabs />
      {query.isPending && <Skeleton height={320} />}
      {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {job && <Wizard key={job.id} job={job} />}
    </>
  );
}

const stepOf = (job: ContactImport, isChoosing: boolean): ImportStep => {
  if (job.state === 'uploaded' || isChoosing) return 'columns';
  if (job.state === 'failed' || job.state === 'cancelled') return 'over';
  if (job.is_dry_run) return 'check';
  return job.state === 'done' ? 'over' : 'run';
};

function Wizard({ job }: { job: ContactImport }) {
  /** After a check one may go back and choose again. */
  const [isChoosing, setIsChoosing] = useState(false);
  const step = stepOf(job, isChoosing && !isUnderWay(job));
  return (
    <Panel>
      <ImportSteps step={step} />
      {step === 'columns' && <ColumnsStep job={job} onStarted={() => setIsChoosing(false)} />}
      {step !== 'columns' && isUnderWay(job) && <RunningStep job={job} />}
      {step === 'check' && !isUnderWay(job) && <CheckedStep job={job} onBack={() => setIsChoosing(true)} />}
      {step === 'over' && <OverStep job={job} />}
    </Panel>
  );
}
