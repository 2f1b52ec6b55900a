import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PERMISSIONS } from '#contract/permissions.ts'
import type { Deal, DealDetails, Pipeline } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { Button } from '#web/ui/button/button.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { isAdmitted, usePermissions } from '#web/parts/rights/use-permissions.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
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
const ROW_PX = 40

type Props = { id: string | null; pipeline: Pipeline; onClose: () => void }

/** Everything about one deal, and what can be done about it. @param id open while there is one */
export function DealSheet({ id, pipeline, onClose }: Props) {
  return id === null ? (
    <Sheet isOpen={false} onClose={onClose} title="">
      {null}
    </Sheet>
  ) : (
    <OpenSheet key={id} id={id} pipeline={pipeline} onClose={onClose} />
  )
}

/** What the sheet is about: the deal, its fields, or a quote; null makes a new one. */
type View = 'deal' | 'edit' | { quote: string | null }

function OpenSheet({ id, pipeline, onClose }: { id: string; pipeline: Pipeline; onClose: () => void }) {
  const query = useQuery(dealQuery(useVault().sales, id))
  const [view, setView] = useState<View>('deal')
  const back = () => setView('deal')
  return (
    <Sheet isOpen onClose={onClose} title={query.data?.deal.title ?? text.tabs.board}>
      <QueryView
        query={query}
        text={{ ...words, retry: text.retry }}
        skeleton={<SkeletonRows label={words.loading} rows={6} rowHeight={ROW_PX} />}
      >
        {(details) => {
          if (view === 'edit') return <DealForm pipeline={pipeline} deal={details.deal} onDone={back} onCancel={back} />
          if (view !== 'deal')
            return <QuoteEditor id={view.quote} deal={details.deal} pipeline={pipeline} onDone={back} />
          return (
            <>
              <DealFacts deal={details.deal} pipeline={pipeline} />
              <DealActs details={details} onEdit={() => setView('edit')} onRemoved={onClose} />
              <DealScore deal={details.deal} />
              <DealTasks dealId={id} tasks={details.tasks} pipeline={pipeline} />
              <QuoteList quotes={details.quotes} onEdit={(quote) => setView({ quote })} />
              <DealNotes dealId={id} notes={details.notes} pipeline={pipeline} />
              <DealTimeline events={details.events} pipeline={pipeline} />
            </>
          )
        }}
      </QueryView>
    </Sheet>
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
