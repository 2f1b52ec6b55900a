import { useQuery } from '@tanstack/react-query'
import { BookText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Fact, type SectionFacts, SOURCE_LIMITS } from '#contract/sources/sources.ts'
import { sources as text } from '#web/messages/studio/sources.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Heading, Text, TextButton } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { sectionsOf } from './insert-quotation.ts'
import { factsQuery, sourcesQuery } from './sources.queries.ts'
import { SourcesSheet } from './sources-sheet.tsx'
import type { DraftState } from './use-draft.ts'

const words = text.facts
/** After the last key, before the server is asked. */
const REST_MS = 800
const ROW_PX = 72

type Props = { draft: DraftState; hasModel: boolean; isBusy: boolean }

/** Sentences of the organisation's own sources, at the section that each fits. */
export function FactPanel({ draft, hasModel, isBusy }: Props) {
  const { sources } = useVault()
  const [isOpen, setOpen] = useState(false)
  const list = useQuery(sourcesQuery(sources))
  return (
    <section aria-label={words.title} className="p-4">
      <div className="mb-2 flex items-center justify-between gap-2">
        <Heading look="small">{words.title}</Heading>
        <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
          <BookText size={14} aria-hidden="true" />
          {words.manage}
        </Button>
      </div>
      <QueryView query={list} text={text} skeleton={<Skeleton />}>
        {({ sources: all }) =>
          all.length === 0 ? (
            <Text tone="hint">{words.noSources}</Text>
          ) : (
            <Facts {...{ draft, hasModel, isBusy }} read={all.filter((one) => one.is_read).length} />
          )
        }
      </QueryView>
      <SourcesSheet isOpen={isOpen} onClose={() => setOpen(false)} />
    </section>
  )
}

const Skeleton = () => <SkeletonRows label={text.loading} rows={2} rowHeight={ROW_PX} />

function Facts({ draft, hasModel, isBusy, read }: Props & { read: number }) {
  const { sources } = useVault()
  const { title, target_keyword: keyword } = draft.fields
  const asked = { title: title.trim(), target_keyword: keyword.trim(), headings: sectionsOf(draft.fields) }
  const rested = useRested(JSON.stringify(asked))
  const found = useQuery({
    ...factsQuery(sources, JSON.parse(rested) as typeof asked, read),
    enabled: asked.headings.length > 0,
  })
  if (asked.headings.length === 0) return <Text tone="hint">{words.noSections}</Text>
  return (
    <QueryView query={found} text={{ failed: words.failed, retry: text.retry }} skeleton={<Skeleton />}>
      {(sections) => (
        <>
          {sections.every(({ facts }) => facts.length === 0) && <Text tone="hint">{words.none}</Text>}
          {hasModel && draft.facts.length > 0 && (
            <Text tone="soft" size="xs" aria-live="polite">
              {words.chosen(draft.facts.length)}
            </Text>
          )}
          {sections
            .filter(({ facts }) => facts.length > 0)
            .map((section) => (
              <Section key={section.heading} section={section} {...{ draft, hasModel, isBusy }} />
            ))}
        </>
      )}
    </QueryView>
  )
}

function Section({ section: { heading, facts }, draft, hasModel, isBusy }: Props & { section: SectionFacts }) {
  return (
    <div className="mt-3 first:mt-0">
      <Heading as="h3" look="small" className="wrap-anywhere text-ink-2">
        {heading}
      </Heading>
      <ul aria-label={words.of(heading)} className="divide-y divide-line">
        {facts.map((fact) => (
          <li key={`${fact.source} ${fact.no}`} className="py-2.5 text-sm">
            <FactCard
              fact={fact}
              draft={draft}
              hasModel={hasModel}
              isBusy={isBusy}
              onInsert={() => draft.insert(heading, fact)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function FactCard({ fact, draft, hasModel, isBusy, onInsert }: Props & { fact: Fact; onInsert: () => void }) {
  const { text: quote, name, place, found_by: by, similarity } = fact
  return (
    <>
      <blockquote className="wrap-anywhere">“{quote}”</blockquote>
      <Text tone="hint" size="xs" className="mt-1 wrap-anywhere">
        {name}, {place}
      </Text>
      <Text tone="hint" size="xs" className="tabular-nums">
        {by === 'meaning' ? words.byMeaning(similarity) : words.byWords(similarity)}
      </Text>
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-2">
        <TextButton
          aria-label={words.insertOne(quote)}
          disabled={isBusy}
          onClick={() => {
            onInsert()
            toastDone(words.inserted)
          }}
        >
          {words.insert}
        </TextButton>
        {hasModel && (
          <Checkbox
            label={words.give}
            aria-label={words.giveOne(quote)}
            disabled={isBusy}
            checked={draft.facts.some((one) => isSame(one, fact))}
            onCheckedChange={(isOn) => {
              if (isOn && draft.facts.length >= SOURCE_LIMITS.chosen) toastError(words.tooMany)
              else draft.choose(fact, isOn)
            }}
          />
        )}
      </div>
    </>
  )
}

const isSame = (one: Pick<Fact, 'source' | 'no'>, other: Pick<Fact, 'source' | 'no'>): boolean =>
  one.source === other.source && one.no === other.no

/** The value once it has not changed for a moment. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
