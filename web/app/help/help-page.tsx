import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { m } from '#web/messages/app.ts'
import { help } from '#web/messages/help/help.ts'
import type { Guide, GuideTopic } from '#web/messages/help/help-guide.ts'
import { Card, CardSection } from '#web/ui/layout/card.tsx'
import { Disclosure } from '#web/ui/layout/disclosure.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { HelpIndex, topicId } from './help-index.tsx'
import { Shortcuts } from './shortcuts.tsx'

/** Guides by topic, and the keyboard shortcuts. `?search=` is what was searched for, `#lock` opens the guide of that name. */
export function HelpPage() {
  const [parameters, setParameters] = useSearchParams()
  const [search, setSearch] = useState(parameters.get('search') ?? '')
  const topics = matchingGuides(help.topics, search)
  const count = topics.reduce((sum, { guides }) => sum + guides.length, 0)
  useGoingToHash()
  const find = (text: string) => {
    setSearch(text)
    setParameters(text ? { search: text } : {}, { replace: true })
  }

  return (
    <>
      <title>{m.common.pageTitle(help.title)}</title>
      <PageHead title={help.title} lead={help.lead} />
      <SearchField
        label={help.search}
        clearLabel={help.clearSearch}
        shortcut="/"
        value={search}
        onChange={find}
        className="w-full max-w-md"
      />
      <p aria-live="polite" className="sr-only">
        {search && help.found(count)}
      </p>
      {count === 0 && (
        <Card>
          <EmptyState title={help.empty} text={help.emptyText} seed={search} />
        </Card>
      )}
      {search.trim() === '' && <HelpIndex topics={topics} />}
      {topics.map(({ title, guides }, at) => (
        <section key={title} id={topicId(at)} aria-label={title} className="flex scroll-mt-16 flex-col gap-2">
          <Heading>{title}</Heading>
          <Card className="overflow-hidden">
            {guides.map((guide) => (
              <GuideLine key={guide.id} guide={guide} isFound={search.trim() !== ''} />
            ))}
          </Card>
        </section>
      ))}
      <CardSection aria-label={help.shortcutsTitle} className="p-4">
        <Heading>{help.shortcutsTitle}</Heading>
        <Text tone="soft" className="mt-0.5">
          {help.shortcutsLead}
        </Text>
        <div className="mt-4 grid gap-x-10 gap-y-6 lg:grid-cols-2">
          <Shortcuts />
        </div>
      </CardSection>
    </>
  )
}

/** Scrolls to what the address names, also when its link is pressed again, and puts the focus on its first guide. */
function useGoingToHash() {
  const location = useLocation()
  useEffect(() => {
    const target = location.hash ? document.getElementById(location.hash.slice(1)) : null
    target?.scrollIntoView({ block: 'start' })
    target?.querySelector('summary')?.focus({ preventScroll: true })
  }, [location])
}

function GuideLine({ guide, isFound }: { guide: Guide; isFound: boolean }) {
  const { hash } = useLocation()
  const [chosen, setChosen] = useState<{ isOpen: boolean; isFound: boolean; hash: string } | null>(null)
  // A search or a link that comes later counts more than what was pressed before.
  const isFresh = chosen?.isFound === isFound && chosen.hash === hash
  const isOpen = isFresh ? chosen.isOpen : isFound || hash === `#${guide.id}`
  return (
    <Disclosure
      id={guide.id}
      title={guide.title}
      isOpen={isOpen}
      onToggle={(open) => setChosen({ isOpen: open, isFound, hash })}
    >
      <NumberedSteps steps={guide.steps} />
      {guide.to && (
        <TextLink to={guide.to.path} className="mt-3 inline-block">
          {guide.to.label}
        </TextLink>
      )}
    </Disclosure>
  )
}

/** What to do, in order. */
function NumberedSteps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="max-w-prose list-decimal space-y-1.5 pl-5 leading-relaxed marker:text-ink-3 marker:tabular-nums">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

/** Guides that have every word of `search` in their title or steps; topics without one are left out. */
export function matchingGuides(topics: readonly GuideTopic[], search: string): GuideTopic[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return topics.flatMap((topic) => {
    const guides = topic.guides.filter(({ title, steps }) => {
      const text = [topic.title, title, ...steps].join(' ').toLowerCase()
      return words.every((word) => text.includes(word))
    })
    return guides.length > 0 ? [{ ...topic, guides }] : []
  })
}
