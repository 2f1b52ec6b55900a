import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PERMISSIONS } from '#contract/permissions.ts'
import type { Deal, DealDetails, Pipeline } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { Button } from '#web/ui/button/button.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { isAdmitted, usePermissions } from '#web/parts/rights/use-permissions.ts'
import { RecordSheet } from '#web/parts/list/row/record-panel.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { QuoteEditor } from '../quotes/quote-editor.tsx'
import { QuoteList } from '../quotes/quote-list.tsx'
import { dealQuery, SALES_KEY } from '../sales.queries.ts'
import { dayOf, money, personName, stageName } from '../sales-words.ts'
import { DealForm } from './deal-form.tsx'
import { DealNotes } from './deal-notes.tsx'
import { DealScore } from './deal-score.tsx'
import { DealTasks } from './deal-tasks.tsx'
import { DealTimeline } from './deal-timeline.tsx'

const words = text.sheet

type Props = { id: string | null; pipeline: Pipeline; onClose: () => void }

/** Everything about one deal, and what can be done about it. @param id open while there is one */
export function DealSheet({ id, pipeline, onClose }: Props) {
  const query = useQuery({ ...dealQuery(useVault().sales, id ?? ''), enabled: id !== null })
  return (
    <RecordSheet
      id={id}
      query={query}
      text={{ ...words, retry: text.retry }}
      title={({ deal }) => deal.title}
      loadingTitle={text.tabs.board}
      onClose={onClose}
    >
      {(details) => <OpenDeal details={details} pipeline={pipeline} onClose={onClose} />}
    </RecordSheet>
  )
}

/** What the sheet is about: the deal, its fields, or a quote; null makes a new one. */
type View = 'deal' | 'edit' | { quote: string | null }

type OpenProps = { details: DealDetails; pipeline: Pipeline; onClose: () => void }

function OpenDeal({ details: { deal, ...details }, pipeline, onClose }: OpenProps) {
  const [view, setView] = useState<View>('deal')
  const back = () => setView('deal')
  if (view === 'edit') return <DealForm pipeline={pipeline} deal={deal} onDone={back} onCancel={back} />
  if (view !== 'deal') return <QuoteEditor id={view.quote} deal={deal} pipeline={pipeline} onDone={back} />
  return (
    <>
      <DealFacts deal={deal} pipeline={pipeline} />
      <DealActs details={{ deal, ...details }} onEdit={() => setView('edit')} onRemoved={onClose} />
      <DealScore deal={deal} />
      <DealTasks dealId={deal.id} tasks={details.tasks} pipeline={pipeline} />
      <QuoteList quotes={details.quotes} onEdit={(quote) => setView({ quote })} />
      <DealNotes dealId={deal.id} notes={details.notes} pipeline={pipeline} />
      <DealTimeline events={details.events} pipeline={pipeline} />
    </>
  )
}

function DealFacts({ deal, pipeline }: { deal: Deal; pipeline: Pipeline }) {
  const { facts } = words
  const { roles } = usePermissions()
  const stage = pipeline.stages.find(({ id }) => id === deal.stage_id)
  const contact = [deal.contact_name, deal.contact_email].filter(Boolean).join(', ')
  const optional = (name: string, fact: string): [string, string][] => (fact === '' ? [] : [[name, fact]])
  return (
    <FactList
      isNarrow
      facts={[
        [facts.stage, stage ? stageName(stage) : ''],
        ...optional(facts.reason, deal.lost_reason ?? ''),
        [
          facts.amount,
          deal.amount_minor === null ? text.board.noAmount : money(deal.amount_minor, pipeline.settings.currency),
        ],
        ...optional(facts.closes, deal.closes_on === null ? '' : dayOf(deal.closes_on)),
        [facts.owner, personName(pipeline, deal.owner_id)],
        ...(contact === '' ? [] : [[facts.contact, contact] as const]),
        ...optional(facts.company, deal.contact_company),
        ...(deal.contact_id !== null && isAdmitted(roles, PERMISSIONS.manage_growth, false)
          ? [
              [
                '',
                <TextLink key="contact" to={`/admin/growth/marketing?contact=${deal.contact_id}`}>
                  {words.linked}
                </TextLink>,
              ] as const,
            ]
          : []),
      ]}
    />
  )
}

type ActProps = { details: DealDetails; onEdit: () => void; onRemoved: () => void }

function DealActs({ details: { deal, quotes }, onEdit, onRemoved }: ActProps) {
  const { sales } = useVault()
  const [isAsked, setAsked] = useState(false)
  const remove = useAction(() => sales.remove(deal.id), {
    done: words.removed,
    failed: text.failedChange,
    keys: [SALES_KEY],
    onDone: onRemoved,
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" onClick={onEdit}>
        {words.edit}
      </Button>
      {/* A quote that was sent keeps its deal. */}
      {quotes.every(({ number }) => number === null) && (
        <Button variant="outline-danger" onClick={() => setAsked(true)}>
          {words.remove}
        </Button>
      )}
      <AlertDialog
        isOpen={isAsked}
        title={words.ask(deal.title)}
        text={words.askText}
        confirmLabel={words.yes}
        cancelLabel={words.no}
        onConfirm={() => remove.mutate(undefined)}
        onClose={() => setAsked(false)}
      />
    </div>
  )
}
