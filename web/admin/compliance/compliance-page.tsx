import { useQuery, queryOptions } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Certification } from '#contract/compliance/certification-state.ts'
import { useNow } from '#web/lib/clock.ts'
import { compliance } from '#web/messages/compliance.ts'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { RowList } from '#web/ui/list/row-list.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useChosenAction } from '#web/parts/action/use-chosen-action.ts'
import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { RecordForm } from './record-form.tsx'
import { RecordRow } from './record-row.tsx'
import { useComplianceActions } from './use-compliance-actions.ts'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

const ROW_PX = 64
const text = compliance

/** Certification records of the organisation, for people who may manage compliance. */
export function CompliancePage() {
  const list = useQuery(certificationsQuery(useVault().compliance))
  const { remove } = useComplianceActions()
  const [edited, setEdited] = useState<Certification | 'new' | null>(null)
  const [unwanted, setUnwanted] = useState<Certification | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const close = () => setEdited(null)
  useChosenAction('newRecord', () => setEdited('new'))
  return (
    <PageFrame
      title={text.title}
      lead={text.lead}
      help={{ to: '/compliance', label: text.publicPage }}
      action={
        <Button ref={addButton} onClick={() => setEdited('new')}>
          <Plus size={16} aria-hidden="true" />
          {text.add}
        </Button>
      }
    >
      <QueryView
        query={list}
        text={text}
        skeleton={
          <Card>
            <SkeletonRows label={text.loading} rows={6} rowHeight={ROW_PX} />
          </Card>
        }
      >
        {(records) => <RecordList records={records} onEdit={setEdited} onRemove={setUnwanted} />}
      </QueryView>
      <Sheet
        isOpen={edited !== null}
        onClose={close}
        title={edited === 'new' || edited === null ? text.form.addTitle : text.form.editTitle(edited.name)}
        {...(edited === 'new' ? { finalFocus: addButton } : {})}
      >
        {edited !== null && <RecordForm record={edited === 'new' ? null : edited} onSaved={close} />}
      </Sheet>
      <AlertDialog
        isOpen={unwanted !== null}
        title={text.confirm.title(unwanted?.name ?? '')}
        text={text.confirm.text}
        confirmLabel={text.confirm.confirm}
        cancelLabel={text.confirm.cancel}
        onConfirm={() => unwanted && remove.mutate(unwanted)}
        onClose={() => setUnwanted(null)}
        finalFocus={addButton}
      />
    </PageFrame>
  )
}

type ListProps = {
  records: readonly Certification[]
  onEdit: (record: Certification) => void
  onRemove: (record: Certification) => void
}

function RecordList({ records, onEdit, onRemove }: ListProps) {
  const today = useNow().toISOString().slice(0, 10)
  return (
    <Card>
      {records.length === 0 ? (
        <EmptyState title={text.none} text={text.noneText} seed={text.title} />
      ) : (
        <RowList label={text.list}>
          {records.map((record) => (
            <RecordRow
              key={record.id}
              record={record}
              today={today}
              onEdit={() => onEdit(record)}
              onRemove={() => onRemove(record)}
            />
          ))}
        </RowList>
      )}
    </Card>
  )
}

/** Colleagues change records too; coming back to the window asks again. */
function certificationsQuery(compliance: VaultClient['compliance']) {
  return queryOptions({
    queryKey: ['certifications'],
    queryFn: () => compliance.list(),
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
}
