import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { CalendarList } from '#web/lib/remote/vault-client.ts'
import { social as words } from '#web/messages/studio/social.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { Heading, TextButton } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { CheckRecord } from '../check/check-record.tsx'
import { studioPath } from '../studio-room.ts'
import { usePart } from '../use-part.tsx'
import { CalendarForm } from './calendar-form.tsx'
import { CalendarPosts } from './calendar-posts.tsx'
import { PlatformLimits } from './platform-limits.tsx'
import { calendarQuery, calendarsQuery } from './social.queries.ts'
import { type Making, useMaking } from './use-making.ts'

const ROW_PX = 48
/** So many calendars come at once. */
const CALENDARS = 12

/** Calendars of posts. The open one is in the address. */
export function SocialPage() {
  const query = useQuery(calendarsQuery(useVault().calendars))
  return (
    <div className="flex flex-col gap-4">
      <PageHead title={words.title} lead={words.description}>
        <span className="flex flex-wrap items-center gap-3">
          {query.data?.model && <Badge>{words.writtenBy(query.data.model.model)}</Badge>}
          <CheckRecord />
        </span>
      </PageHead>
      <QueryView query={query} text={words} skeleton={<Skeleton />}>
        {(list) => <Workspace list={list} />}
      </QueryView>
    </div>
  )
}

const Skeleton = () => (
  <Card>
    <SkeletonRows label={words.loading} rows={8} rowHeight={ROW_PX} />
  </Card>
)

function Workspace({ list }: { list: CalendarList }) {
  const [parameters, setParameters] = useSearchParams()
  const { making, problem, start, resume, stop } = useMaking((id) => setParameters({ calendar: id }))
  const id = parameters.get('calendar') ?? list.calendars[0]?.id
  return (
    <>
      {list.model === null && (
        <Notice tone="attention" action={<TextLink to={studioPath('models')}>{words.connect}</TextLink>}>
          {words.noModel}. {words.noModelText}
        </Notice>
      )}
      <HairlineGrid className="items-stretch lg:grid-cols-[264px_minmax(0,1fr)]">
        <div className="min-w-0 divide-y divide-line bg-surface">
          <section aria-label={words.input} className="p-4">
            <Heading look="small">{words.input}</Heading>
            <CalendarForm
              isBusy={making !== null}
              hasModel={list.model !== null}
              onMake={(fields) => void start(fields)}
            />
          </section>
          <Calendars list={list} chosen={id} onChoose={(calendar) => setParameters({ calendar })} />
        </div>
        <section aria-label={words.posts} className="flex min-w-0 flex-col gap-3 bg-surface p-4">
          {making && <MakingBar now={making} onStop={stop} />}
          {problem !== null && <Notice tone="error">{problem}</Notice>}
          {id === undefined ? (
            <EmptyState title={words.none} text={words.noneText} seed="social" />
          ) : (
            <OpenCalendar
              key={id}
              id={id}
              limits={list.limits}
              onContinue={list.model === null || making !== null ? undefined : () => void resume(id)}
            />
          )}
        </section>
      </HairlineGrid>
      <PlatformLimits limits={list.limits} />
    </>
  )
}

type OpenProps = {
  id: string
  limits: CalendarList['limits']
  /** Undefined: no model is there, or one is writing. */
  onContinue: (() => void) | undefined
}

function OpenCalendar({ id, limits, onContinue }: OpenProps) {
  const query = useQuery(calendarQuery(useVault().calendars, id))
  return (
    <QueryView query={query} text={words} skeleton={<SkeletonRows label={words.loading} rows={8} rowHeight={ROW_PX} />}>
      {(open) => <CalendarPosts open={open} limits={limits} onContinue={onContinue} />}
    </QueryView>
  )
}

function MakingBar({ now: { written, total }, onStop }: { now: Making; onStop: () => void }) {
  const label = total === 0 ? words.planning : words.making(written, total)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <p aria-live="polite" className="text-sm font-semibold">
          {label}
        </p>
        <Button variant="outline" size="sm" onClick={onStop}>
          {words.stop}
        </Button>
      </div>
      <Progress label={label} value={total === 0 ? 0 : written / total} />
    </div>
  )
}

type CalendarsProps = { list: CalendarList; chosen: string | undefined; onChoose: (id: string) => void }

function Calendars({ list: { calendars }, chosen, onChoose }: CalendarsProps) {
  const { part, more } = usePart(calendars, CALENDARS)
  if (calendars.length === 0) return null
  return (
    <section aria-label={words.calendars} className="p-4">
      <Heading look="small">{words.calendars}</Heading>
      <ul className="mt-2 divide-y divide-line">
        {part.map(({ id, month, posts, published }) => (
          <li key={id} className="py-2">
            <TextButton
              aria-current={id === chosen ? 'true' : undefined}
              className="text-left"
              onClick={() => onChoose(id)}
            >
              {words.ofMonth(month, posts, published)}
            </TextButton>
          </li>
        ))}
      </ul>
      {more}
    </section>
  )
}
