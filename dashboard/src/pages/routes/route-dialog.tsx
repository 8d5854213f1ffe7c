// One route: for whom it is, and which senders carry its messages, in order.

import type { Route } from '@hudhud/contract/routes.ts';
import { Modal, MultiSelect, NumberInput, TextInput } from '@mantine/core';
import { isNotEmpty } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { NameInput } from '../../parts/form/name-input.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { StoreSelect } from '../../parts/form/store-select.tsx';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { ownDirection } from '../../parts/text/own-direction.ts';
import { saveRoutes } from '../../queries/routes.ts';
import { sendersQuery } from '../../queries/senders.ts';
import { emptyRoute, type RouteValues, toRoute, toValues } from './route-values.ts';

interface RouteDialogProps {
  routes: readonly Route[];
  route: Route | null;
  isOpen: boolean;
  onClose: () => void;
}

export function RouteDialog({ route, isOpen, onClose, ...rest }: RouteDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t(route ? 'route.edit' : 'route.add')}>
      <RouteForm route={route} onClose={onClose} {...rest} />
    </Modal>
  );
}

function RouteForm({ routes, route, onClose }: Omit<RouteDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const { data: senders = [] } = useQuery(sendersQuery);
  const { form, frame } = useServerForm({
    initialValues: route ? toValues(route) : emptyRoute,
    validate: {
      name: isNotEmpty(t('route.name_needed')),
      senders: isNotEmpty(t('route.senders_needed')),
      country_prefix: (value: string) =>
        value === '' || /^\+?[1-9]\d{0,6}$/.test(value) ? null : t('route.prefix_wrong'),
    },
    save: {
      ...saveRoutes,
      onSuccess: () => {
        showDone(t('route.saved'));
        onClose();
      },
    },
    toBody: (values: RouteValues) => ({
      routes: route
        ? routes.map((other) => (other.id === route.id ? toRoute(values, route.id) : other))
        : [...routes, toRoute(values)],
    }),
  });
  return (
    <FormFrame {...frame} submit={t(route ? 'action.save' : 'route.add')} onCancel={onClose}>
      <NameInput label={t('route.name')} maxLength={100} {...form.getInputProps('name')} />
      <MultiSelect
        label={t('route.senders')}
        description={t('route.senders_hint')}
        required
        data={senders.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('senders')}
      />
      <NumberInput
        label={t('route.after_minutes')}
        description={t('route.after_minutes_hint')}
        min={0}
        max={1440}
        allowDecimal={false}
        {...form.getInputProps('after_minutes')}
      />
      <TextInput
        label={t('route.country_prefix')}
        description={t('route.country_prefix_hint')}
        dir="ltr"
        maxLength={8}
        {...form.getInputProps('country_prefix')}
      />
      <StoreSelect
        label={t('route.store')}
        placeholder={t('route.any_store')}
        {...form.getInputProps('store_id')}
      />
      <TextInput
        label={t('route.tag')}
        placeholder={t('route.any_tag')}
        maxLength={100}
        {...ownDirection}
        {...form.getInputProps('tag')}
      />
    </FormFrame>
  );
}
