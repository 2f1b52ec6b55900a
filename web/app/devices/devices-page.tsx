import { useQuery } from '@tanstack/react-query'
import { FileUp, KeyRound, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OwnDevice } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { devices as text } from '#web/messages/devices.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useSearch } from '#web/parts/list/search-context.tsx'
import { isFound } from '../sharing/overview/shared-section.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { AddDeviceDialog } from './add-device-dialog.tsx'
import { AddManyDialog } from './add-many-dialog.tsx'
import { DeviceRow, RefusedDeviceRow } from './device-row.tsx'
import { DeviceSheet } from './device-sheet.tsx'
import { devicesQuery } from './devices.queries.ts'
import { FleetSection } from './fleet-section.tsx'
import { useDeviceActions } from './use-device-actions.ts'
import { useDeviceFiles } from './use-device-files.ts'

const ROW_PX = 62

/** Devices that add files to this vault, and what can be done with them. */
export function DevicesPage() {
  const list = useQuery({ ...devicesQuery(useVault().devices), refetchOnMount: 'always' })
  const { can } = usePermissions()
  return (
    <>
      <title>{m.common.pageTitle(text.title)}</title>
      <DevicesHead devices={list.data ?? []} />
      <section aria-label={text.mine} className="flex flex-col gap-2.5">
        <Heading>{text.mine}</Heading>
        <Card>
          <QueryView
            query={list}
            text={text}
            className="p-4"
            skeleton={<SkeletonRows label={text.loading} rows={3} rowHeight={ROW_PX} />}
          >
            {(devices) => <MyDevices devices={devices} />}
          </QueryView>
        </Card>
      </section>
      {can('manage_security') && <FleetSection />}
    </>
  )
}

function DevicesHead({ devices }: { devices: readonly OwnDevice[] }) {
  const [open, setOpen] = useState<'one' | 'many' | 'rotate' | null>(null)
  const [one, many, key] = [
    useRef<HTMLButtonElement>(null),
    useRef<HTMLButtonElement>(null),
    useRef<HTMLButtonElement>(null),
  ]
  const { rotate } = useDeviceActions()
  const suites = [...new Set(devices.filter(({ state }) => state !== 'revoked').map(({ suite }) => suite))]
  const close = () => setOpen(null)
  return (
    <>
      <PageHead title={text.title} lead={text.lead}>
        <div className="flex flex-wrap gap-2">
          {suites.length > 0 && (
            <Button ref={key} variant="outline" isBusy={rotate.isPending} onClick={() => setOpen('rotate')}>
              <KeyRound size={16} aria-hidden="true" />
              {text.rotate.open}
            </Button>
          )}
          <Button ref={many} variant="outline" onClick={() => setOpen('many')}>
            <FileUp size={16} aria-hidden="true" />
            {text.many.open}
          </Button>
          <Button ref={one} onClick={() => setOpen('one')}>
            <Plus size={16} aria-hidden="true" />
            {text.add.open}
          </Button>
        </div>
      </PageHead>
      <AddDeviceDialog isOpen={open === 'one'} onClose={close} finalFocus={one} />
      <AddManyDialog isOpen={open === 'many'} onClose={close} finalFocus={many} />
      <AlertDialog
        isOpen={open === 'rotate'}
        title={text.rotate.title}
        text={text.rotate.text}
        confirmLabel={text.rotate.submit}
        cancelLabel={m.common.cancel}
        onConfirm={() => rotate.mutate(suites)}
        onClose={close}
        finalFocus={key}
      />
    </>
  )
}

function MyDevices({ devices }: { devices: readonly OwnDevice[] }) {
  const refused = useDeviceFiles() ?? []
  const { revoke, discard } = useDeviceActions()
  const { query } = useSearch()
  const [shownId, setShownId] = useState<string | null>(null)
  const [ending, setEnding] = useState<OwnDevice | null>(null)
  const found = devices.filter(({ name }) => isFound(name, query))
  // As the list has it now: it may have been heard from while its details are open.
  const shown = devices.find(({ id }) => id === shownId) ?? null
  return (
    <>
      {found.length + refused.length === 0 ? (
        <EmptyState
          isLine
          title={devices.length > 0 ? text.notFound : text.empty}
          {...(devices.length === 0 && { text: text.emptyText })}
          seed={text.empty}
        />
      ) : (
        <RowList label={text.mine}>
          {refused.map((file) => (
            <RefusedDeviceRow
              key={file.id}
              file={file}
              isBusy={discard.isPending}
              onDiscard={() => discard.mutate(file.id)}
            />
          ))}
          {found.map((device) => (
            <DeviceRow key={device.id} device={device} onShow={() => setShownId(device.id)} />
          ))}
        </RowList>
      )}
      <DeviceSheet device={shown} onClose={() => setShownId(null)} onRevoke={() => setEnding(shown)} />
      <AlertDialog
        isOpen={ending !== null}
        title={text.revoke.title(ending?.name ?? text.damaged)}
        text={text.revoke.text}
        confirmLabel={text.revoke.submit}
        cancelLabel={m.common.cancel}
        onConfirm={() => ending && revoke.mutate(ending)}
        onClose={() => setEnding(null)}
      />
    </>
  )
}
