import { ArrowLeft } from 'lucide-react'
import { longDate } from '#web/lib/format.ts'
import { blog } from '#web/messages/site/blog.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import { ContentsList } from '#web/ui/site/contents-list.tsx'
import { Cover } from '#web/ui/site/cover.tsx'
import { Prose } from '#web/ui/site/prose.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import type { ArticleHeading, ArticleModule, ArticleRecord } from './article.ts'
import { datesOf } from './article-dates.ts'
import { ArticleBody } from './article-body.tsx'
import { CallToAction } from './call-to-action.tsx'

/** One article: its head, its contents list, its text, and ways on. */
export function ArticlePage({ article }: { article: ArticleModule }) {
  const { front, contents, body, neighbours, figures } = article
  return (
    <>
      <SiteSection inner="pt-6! pb-14! md:pt-8!">
        <SiteLink href="/blog" className="inline-flex items-center gap-1.5 text-sm pointer-coarse:py-2">
          <ArrowLeft size={16} aria-hidden="true" />
          {blog.back}
        </SiteLink>
        <article className="mt-6">
          <ArticleHead front={front} />
          <div className="mt-10 flex flex-col gap-8 lg:flex-row-reverse lg:justify-end lg:gap-16">
            <Contents headings={contents} />
            <Prose className="min-w-0 flex-1">
              <ArticleBody body={body} figures={figures} />
            </Prose>
          </div>
        </article>
      </SiteSection>
      <CallToAction first={front.cta} />
      <Neighbours {...neighbours} />
    </>
  )
}

function ArticleHead({ front }: { front: ArticleRecord }) {
  return (
    <header>
      <Cover seed={front.seed} className="h-32 rounded-lg border border-line md:h-44" />
      <div className="mt-8 max-w-[52rem]">
        <ArticleFacts front={front} />
        <Heading as="h1" look="sitePage" className="mt-3">
          {front.title}
        </Heading>
        <Text tone="soft" size="lead" className="mt-4">
          {front.description}
        </Text>
        <Text tone="hint" className="mt-4">
          {blog.by} {datesOf(front)}
        </Text>
      </div>
    </header>
  )
}

/** Category, date and length in one line. */
export function ArticleFacts({ front }: { front: ArticleRecord }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge>{front.category}</Badge>
      <Text tone="hint">
        <time dateTime={front.date}>{longDate(front.date)}</time> · {blog.minutes(front.readTime)}
      </Text>
    </div>
  )
}

function Contents({ headings }: { headings: readonly ArticleHeading[] }) {
  return (
    <nav aria-label={blog.contents} className="shrink-0 lg:sticky lg:top-8 lg:w-64 lg:self-start">
      <ContentsList title={blog.contents} headings={headings} />
    </nav>
  )
}

function Neighbours({ newer, older }: ArticleModule['neighbours']) {
  const ways = [
    { label: blog.newer, article: newer },
    { label: blog.older, article: older },
  ]
  return (
    <SiteSection inner="py-10! md:py-12!">
      <nav aria-label={blog.neighbours} className="grid gap-8 md:grid-cols-2">
        {ways.map(
          ({ label, article }) =>
            article && (
              <div key={label} className={label === blog.older ? 'md:col-start-2 md:text-right' : ''}>
                <Text tone="hint">{label}</Text>
                <a href={`/blog/${article.slug}`} className="text-lg font-semibold underline-offset-3 hover:underline">
                  {article.title}
                </a>
              </div>
            ),
        )}
      </nav>
    </SiteSection>
  )
}
