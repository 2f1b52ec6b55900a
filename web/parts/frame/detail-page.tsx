import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '../query/query-view.tsx'

type Back = { label: string; onBack: () => void }

/** The way from one entry back to the list. */
export const BackButton = ({ label, onBack }: Back) => (
  <Button variant="ghost" size="sm" className="self-start" onClick={onBack}>
    <ArrowLeft size={15} aria-hidden="true" />
    {label}
  </Button>
)

type HeadProps = {
  title: string
  /** State of the entry, as a mark or badge. */
  state?: ReactNode
  /** Facts in one line; what is empty is left out. */
  facts?: readonly string[]
  /** Further sentences below the facts. */
  note?: ReactNode
  acts?: ReactNode
}

/** What one entry is, and what can be done about it. */
export function DetailHead({ title, state, facts = [], note, acts }: HeadProps) {
  const said = facts.filter(Boolean).join(' · ')
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <span className="flex flex-wrap items-center gap-2.5">
          <Heading className="wrap-anywhere">{title}</Heading>
          {state}
        </span>
        {said !== '' && (
          <Text tone="soft" className="mt-1 wrap-anywhere">
            {said}
          </Text>
        )}
        {note && <Text tone="soft">{note}</Text>}
      </div>
      {acts && <div className="flex flex-wrap gap-2">{acts}</div>}
    </div>
  )
}

type Props<Data> = {
  back: Back
  query: Parameters<typeof QueryView<Data>>[0]['query']
  text: { loading: string; failed: string; retry: string }
  /** Returns what the head says of it. */
  head: (data: Data) => HeadProps
  /** Everything below the head. */
  children: (data: Data) => ReactNode
}

const ROWS = 4
const ROW_PX = 64

/** One entry of a list on a page of its own: the way back, its head, and what belongs to it. */
export function DetailPage<Data>({ back, query, text, head, children }: Props<Data>) {
  return (
    <>
      <BackButton {...back} />
      <QueryView
        query={query}
        text={text}
        skeleton={<SkeletonRows label={text.loading} rows={ROWS} rowHeight={ROW_PX} />}
      >
        {(data) => (
          <>
            <DetailHead {...head(data)} />
            {children(data)}
          </>
        )}
      </QueryView>
    </>
  )
}
