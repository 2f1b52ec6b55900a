import { documentation } from '#web/messages/site/documentation.ts'
import { ContentsList } from '#web/ui/site/contents-list.tsx'
import { Prose } from '#web/ui/site/prose.tsx'
import { Heading, Span, Text } from '#web/ui/layout/text.tsx'
import { DocumentationFrame } from './documentation-frame.tsx'
import { GuideBody } from './guide-body.tsx'
import type { GuideFront, GuideModule } from './guide.ts'
import { guideList } from './guide-list.ts'
import { LevelBadge } from './level-badge.tsx'

/** Addresses that the app document answers, or the server itself. */
const APP = /^\/(login|signup|forgot-password|dashboard|dev|rest|auth|config\.json|source|livez|readyz|\.well-known)\b/

/** One guide, between its neighbours. */
export function GuidePage({ guide: { front, contents, body } }: { guide: GuideModule }) {
  const place = guideList.findIndex(({ slug }) => slug === front.slug)
  return (
    <DocumentationFrame
      aside={
        <nav aria-label={documentation.contents} className="max-xl:hidden xl:sticky xl:top-6 xl:self-start">
          <ContentsList title={documentation.contents} headings={contents} />
        </nav>
      }
    >
      <article>
        <div className="flex flex-wrap items-center gap-3">
          <Text tone="hint">{documentation.categories[front.category][0]}</Text>
          <LevelBadge level={front.level} />
        </div>
        <Heading as="h1" look="sitePage" className="mt-2">
          {front.title}
        </Heading>
        <Text tone="soft" size="lead" className="mt-3 max-w-[42rem]">
          {front.description}
        </Text>
        <Prose className="mt-8">
          <GuideBody body={body} labels={documentation} isAppPath={(href) => APP.test(href)} />
        </Prose>
      </article>
      <nav aria-label={documentation.neighbours} className="mt-12 grid gap-4 border-t border-line pt-6 sm:grid-cols-2">
        <Neighbour label={documentation.before} guide={guideList[place - 1]} />
        <Neighbour label={documentation.next} guide={guideList[place + 1]} isLast />
      </nav>
    </DocumentationFrame>
  )
}

function Neighbour({ label, guide, isLast }: { label: string; guide: GuideFront | undefined; isLast?: boolean }) {
  if (!guide) return null
  return (
    <div className={isLast ? 'sm:col-start-2 sm:text-right' : ''}>
      <Span tone="hint" size="sm" className="block">
        {label}
      </Span>
      <a href={`/documentation/${guide.slug}`} className="text-base font-semibold underline-offset-3 hover:underline">
        {guide.title}
      </a>
    </div>
  )
}
