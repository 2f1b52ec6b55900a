import { useQuery } from '@tanstack/react-query'
import { Cpu } from 'lucide-react'
import { useState } from 'react'
import { PRESET_FACTS } from '#contract/studio/models.ts'
import type { ModelConnection, ModelOverview } from '#web/lib/remote/vault-client.ts'
import { models as words } from '#web/messages/studio/models.ts'
import { useAction } from '#web/parts/action/use-action.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StateMark } from '#web/ui/feedback/state-mark.tsx'
import { Card, CardSection } from '#web/ui/layout/card.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { modelsQuery } from '../models.queries.ts'
import { ConnectionDialog } from './connection-dialog.tsx'
import { SettingsForm } from './settings-form.tsx'

const TONES = { active: 'good', unreachable: 'bad', not_configured: 'none' } as const

/** Which models the organisation has, which one writes, and within which limits. */
export function ModelsPage() {
  const query = useQuery(modelsQuery(useVault().models))
  const [edited, setEdited] = useState<ModelConnection | 'new' | null>(null)
  return (
    <div className="flex flex-col gap-4">
      <PageHead title={words.title} lead={words.description}>
        <Button onClick={() => setEdited('new')}>{words.connect}</Button>
      </PageHead>
      <QueryView
        query={query}
        text={words}
        skeleton={
          <Card>
            <SkeletonRows label={words.loading} rows={4} rowHeight={56} />
          </Card>
        }
      >
        {(list) => <Parts list={list} onEdit={setEdited} />}
      </QueryView>
      {edited !== null && (
        <ConnectionDialog connection={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </div>
  )
}

function Parts({ list, onEdit }: { list: ModelOverview; onEdit: (one: ModelConnection) => void }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <CardSection aria-label={words.connections}>
        <Heading look="small" className="border-b border-line p-4">
          {words.connections}
        </Heading>
        {list.connections.length === 0 ? (
          <EmptyState title={words.none} text={words.noneText} seed="models" />
        ) : (
          <RowList label={words.connections}>
            {list.connections.map((one) => (
              <Connection key={one.id} one={one} onEdit={() => onEdit(one)} />
            ))}
          </RowList>
        )}
      </CardSection>
      <SettingsForm key={list.settings.version} list={list} />
    </div>
  )
}

function Connection({ one, onEdit }: { one: ModelConnection; onEdit: () => void }) {
  const { models } = useVault()
  const [isAsking, setAsking] = useState(false)
  const keys = ['studio-models', 'studio-drafts', 'studio-calendars']
  const look = useAction(() => models.look(one.id), {
    done: () => undefined,
    failed: words.failedAct,
    keys,
    onDone: ({ state, problem, models: offered }) => {
      if (state === 'active') toastDone(words.tested(offered.length))
      else toastError(words.testFailed, problem ?? words.states[state])
    },
  })
  const remove = useAction(() => models.remove(one.id), { done: words.removed, failed: words.failedAct, keys })
  return (
    <Row
      icon={<Cpu size={18} aria-hidden="true" />}
      title={one.name}
      badge={<StateMark tone={TONES[one.state]}>{words.states[one.state]}</StateMark>}
      detail={detailOf(one)}
      actions={
        <>
          <Button variant="outline" size="sm" isBusy={look.isPending} onClick={() => look.mutate(undefined)}>
            {words.test}
          </Button>
          <Button variant="outline" size="sm" onClick={onEdit}>
            {words.edit}
          </Button>
          <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
            {words.remove}
          </Button>
          <AlertDialog
            isOpen={isAsking}
            title={words.removeTitle(one.name)}
            text={words.removeText}
            confirmLabel={words.remove}
            cancelLabel={words.cancel}
            isPending={remove.isPending}
            onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
            onClose={() => setAsking(false)}
          />
        </>
      }
    />
  )
}

function detailOf({ preset, address, key_end: end, models, problem, looked_at: at }: ModelConnection): string {
  return [
    PRESET_FACTS[preset].label,
    address,
    end === null ? words.noKey : words.key(end),
    words.offers(models.length),
    ...(problem === null ? [] : [problem]),
    at === null ? words.neverLooked : words.lookedAt(new Date(at).toLocaleString('en')),
  ].join(' · ')
}
