// Adding a segment and changing one: the same builder, over the list.

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../../parts/page/detail-drawer.tsx';
import { fieldsQuery } from '../../../queries/contacts.ts';
import { segmentQuery } from '../../../queries/segments.ts';
import { SegmentForm } from './segment-form.tsx';

const editRoute = getRouteApi('/app/contacts/segments/$segmentId');
const width = 680;

const newRoute = getRouteApi('/app/contacts/segments/new');

export function NewSegmentDrawer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { campaign } = newRoute.useSearch();
  // Back into the wizard that it is made for, where it is chosen at once.
  const leave = (segment: string | null) =>
    campaign
      ? navigate({
          to: '/campaigns/$campaignId/edit',
          params: { campaignId: campaign },
          search: { step: 'audience', ...(segment && { segment }) },
        })
      : navigate({ to: '/contacts/segments' });
  return (
    <DetailDrawer
      title={t('segment.add')}
      query={useQuery(fieldsQuery)}
      width={width}
      onClosed={() => void leave(null)}
      isForm
    >
      {() => <SegmentForm segment={null} onSaved={leave} />}
    </DetailDrawer>
  );
}

export function EditSegmentDrawer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { segmentId } = editRoute.useParams();
  const areFieldsKnown = useQuery(fieldsQuery).data !== undefined;
  return (
    <DetailDrawer
      title={t('segment.edit')}
      query={useQuery(segmentQuery(segmentId))}
      width={width}
      onClosed={() => void navigate({ to: '/contacts/segments' })}
      isForm
    >
      {(segment) =>
        areFieldsKnown && (
          <SegmentForm
            key={segment.id}
            segment={segment}
            onSaved={() => navigate({ to: '/contacts/segments' })}
          />
        )
      }
    </DetailDrawer>
  );
}
