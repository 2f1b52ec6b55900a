import { useQuery, queryOptions } from '@tanstack/react-query'
import { CalendarClock, Megaphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { admin } from '#web/messages/admin.ts'
import { statusAdmin } from '#web/messages/status.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { useChosenAction } from '#web/parts/action/use-chosen-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { ListFailed } from '#web/parts/query/list-failed.tsx'
import { IncidentList } from './incident-list.tsx'
import { MaintenanceSection } from './maintenance-section.tsx'
import { NewIncidentDialog } from './new-incident-dialog.tsx'
import { PlanMaintenanceDialog } from './plan-maintenance-dialog.tsx'
import { UpdateIncidentDialog, type PendingUpdate } from './update-incident-dialog.tsx'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

const ROW_PX = 64
const text = statusAdmin

/** Incidents and maintenance of the public status page, for people who may write them. */
export function StatusAdminPage() {
  return (
    <PageFrame title={admin.pages.status} lead={text.lead} help={{ to: '/status', label: text.publicPage }}>
      <StatusRecords />
    </PageFrame>
  )
}

function StatusRecords() {
  const list = useQuery(statusRecordsQuery(useVault().status))
  const [opened, setOpened] = useState<'incident' | 'maintenance' | null>(null)
  const [update, setUpdate] = useState<PendingUpdate | null>(null)
  const newButton = useRef<HTMLButtonElement>(null)
  const planButton = useRef<HTMLButtonElement>(null)
  const close = () => setOpened(null)
  useChosenAction('newIncident', () => setOpened('incident'), list.data !== undefined)
  useChosenAction('planMaintenance', () => setOpened('maintenance'), list.data !== undefined)
  if (!list.data) {
    return list.isError ? (
      <ListFailed text={text} query={list} />
    ) : (
      <Card>
        <SkeletonRows label={text.loading} rows={3} rowHeight={ROW_PX} />
      </Card>
    )
  }
  return (
    <>
      <IncidentList
        incidents={list.data.incidents}
        onUpdate={setUpdate}
        action={
          <Button ref={newButton} onClick={() => setOpened('incident')}>
            <Megaphone size={16} aria-hidden="true" />
            {text.incidents.open}
          </Button>
        }
      />
      <MaintenanceSection
        windows={list.data.maintenance}
        action={
          <Button ref={planButton} variant="outline" onClick={() => setOpened('maintenance')}>
            <CalendarClock size={16} aria-hidden="true" />
            {text.maintenance.plan}
          </Button>
        }
      />
      <NewIncidentDialog isOpen={opened === 'incident'} onClose={close} finalFocus={newButton} />
      <PlanMaintenanceDialog isOpen={opened === 'maintenance'} onClose={close} finalFocus={planButton} />
      <UpdateIncidentDialog update={update} onClose={() => setUpdate(null)} />
    </>
  )
}

/** The checks open and close incidents at any time. */
function statusRecordsQuery(status: VaultClient['status']) {
  return queryOptions({
    queryKey: ['status-records'],
    queryFn: () => status.read(),
    refetchInterval: 30_000,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
}
