import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useNow } from '#web/lib/clock.ts'
import { formatRelativeTime, midSentence } from '#web/lib/format.ts'
import type { OwnGuide } from '#web/lib/remote/vault-client.ts'
import { documentationEditor as text } from '#web/messages/documentation/documentation-editor.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { RestingSearch } from '#web/ui/form/resting-search.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { ChoiceBar } from '#web/ui/list/choice-bar.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { guidesQuery } from './documentation.queries.ts'
import { fits, GUIDE_STATES, readGuideFilters, stateOf } from './guide-filters.ts'

const ROW_PX = 64

/** Every own guide, found by words and by state. */
export function GuideList({ onOpen }: { onOpen: (id: string) => void }) {
  const query = useQuery(guidesQuery(useVault().documentation))
  const [parameters, setParameters] = useSearchParams()
  const filters = readGuideFilters(parameters)
  const set = (name: 'search' | 'state') => (value: string) =>
    setParameters(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return (
    <section aria-label={text.title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <RestingSearch
          label={text.search}
          clearLabel={text.clear}
          value={filters.search}
          onChange={set('search')}
          className="min-w-48 flex-1"
        />
        <ChoiceBar
          label={text.filter}
          value={filters.state ?? ''}
          onChange={set('state')}
          options={[['', text.all], ...GUIDE_STATES.map((state) => [state, text.state(state)] as const)]}
        />
      </div>
      <Card>
        <QueryView
          query={query}
          text={text}
          skeleton={<SkeletonRows label={text.loading} rows={4} rowHeight={ROW_PX} />}
          className="p-4"
        >
          {({ guides }) => (
            <Guides guides={guides} shown={guides.filter((one) => fits(one, filters))} onOpen={onOpen} />
          )}
        </QueryView>
      </Card>
    </section>
  )
}

type ListProps = { guides: readonly OwnGuide[]; shown: readonly OwnGuide[]; onOpen: (id: string) => void }

function Guides({ guides, shown, onOpen }: ListProps) {
  if (guides.length === 0) return <EmptyState title={text.none} text={text.noneText} seed="own-guides" />
  if (shown.length === 0) return <EmptyState title={text.noMatch} text={text.noMatchText} seed="no-guide" />
  return (
    <RowList label={text.title}>
      {shown.map((guide) => (
        <GuideRow key={guide.id} guide={guide} onOpen={onOpen} />
      ))}
    </RowList>
  )
}

function GuideRow({ guide, onOpen }: { guide: OwnGuide; onOpen: (id: string) => void }) {
  const now = useNow()
  const title = guide.title || text.untitled
  const saved = text.savedBy(guide.updated_by, midSentence(formatRelativeTime(new Date(guide.updated_at), now)))
  const facts = [text.section(guide.section), ...(guide.replaces ? [text.replacing(guide.replaces)] : []), saved]
  return (
    <Row
      icon={<FileText size={18} aria-hidden="true" />}
      title={title}
      badge={<GuideMark guide={guide} />}
      detail={facts.join(' · ')}
      actions={
        <Button variant="outline" size="sm" aria-label={text.editOne(title)} onClick={() => onOpen(guide.id)}>
          {text.edit}
        </Button>
      }
    />
  )
}

/** Whether readers see it, and whether more was written since. */
export function GuideMark({ guide }: { guide: Pick<OwnGuide, 'version' | 'has_changes'> }) {
  const state = stateOf(guide)
  return (
    <Badge tone={state === 'draft' ? 'plain' : state === 'published' ? 'brand' : 'warn'}>{text.state(state)}</Badge>
  )
}
