import { useInfiniteQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useNow } from '#web/lib/clock.ts'
import { formatTimeAgo, midSentence } from '#web/lib/format.ts'
import type { Incident } from '#web/lib/remote/vault-client.ts'
import { threatsPage } from '#web/messages/threats/threats-page.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { ChoiceBar } from '#web/ui/list/choice-bar.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { RiskBadge } from '#web/parts/audit/event-badges.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { threatNames } from '#web/parts/threats/threat-names.ts'
import { IncidentSheet } from './incident-sheet.tsx'
import { IncidentMark } from './incident-mark.tsx'
import { incidentsQuery } from './manage.queries.ts'
import { ShowMore } from './show-more.tsx'
import { subjectWords } from './subject-words.ts'
import { type NameOf, usePeopleNames } from './use-people.ts'

const ROW_PX = 64
const OPENED = 'incident'
const text = threatsPage.incidents

/** Incidents, those first that nobody has looked into. Which one is open is in the address. */
export function Incidents() {
  const [isResolved, setResolved] = useState(false)
  const [parameters, setParameters] = useSearchParams()
  const open = (id: string | null) =>
    setParameters((now) => {
      const next = new URLSearchParams(now)
      if (id === null) next.delete(OPENED)
      else next.set(OPENED, id)
      return next
    })
  return (
    <section aria-label={text.title} className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading>{text.title}</Heading>
        <ChoiceBar
          label={text.filter}
          value={String(isResolved)}
          onChange={(value) => setResolved(value === 'true')}
          options={[
            ['false', text.unresolved],
            ['true', text.resolved],
          ]}
        />
      </div>
      <Card>
        <IncidentRows isResolved={isResolved} onOpen={open} />
      </Card>
      <IncidentSheet id={parameters.get(OPENED)} onClose={() => open(null)} />
    </section>
  )
}

function IncidentRows({ isResolved, onOpen }: { isResolved: boolean; onOpen: (id: string) => void }) {
  const list = useInfiniteQuery(incidentsQuery(useVault().threats, isResolved))
  const incidents = list.data?.pages.flat()
  const nameOf = usePeopleNames((incidents ?? []).flatMap(({ userId, assignedTo }) => [userId, assignedTo]))
  const { none, noneText, noneResolved, noneResolvedText } = text
  return (
    <QueryView
      query={{ ...list, data: incidents }}
      text={{ ...text, retry: threatsPage.retry }}
      skeleton={<SkeletonRows label={text.loading} rows={2} rowHeight={ROW_PX} />}
      className="p-4"
    >
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState
            isLine
            seed={none}
            title={isResolved ? noneResolved : none}
            text={isResolved ? noneResolvedText : noneText}
          />
        ) : (
          <>
            <RowList label={text.title}>
              {rows.map((incident) => (
                <IncidentRow key={incident.id} incident={incident} nameOf={nameOf} onOpen={onOpen} />
              ))}
            </RowList>
            <ShowMore list={list} />
          </>
        )
      }
    </QueryView>
  )
}

type RowProps = { incident: Incident; nameOf: NameOf; onOpen: (id: string) => void }

function IncidentRow({ incident, nameOf, onOpen }: RowProps) {
  const now = useNow()
  const { id, detector, risk, state, assignedTo, lastAt } = incident
  const name = threatNames.detector(detector)
  const about = subjectWords(incident, nameOf)
  const detail = [
    about,
    midSentence(formatTimeAgo(new Date(lastAt), now)),
    assignedTo === null ? text.notTaken : text.takenBy(nameOf(assignedTo)),
  ]
  return (
    <Row
      icon={<ShieldAlert size={18} aria-hidden="true" />}
      title={name}
      badge={
        <span className="flex flex-wrap items-center gap-2">
          <IncidentMark state={state} />
          <RiskBadge risk={risk} />
        </span>
      }
      detail={text.detail(detail)}
      actions={
        <Button variant="outline" size="sm" aria-label={text.open(name, about)} onClick={() => onOpen(id)}>
          {text.show}
        </Button>
      }
    />
  )
}
