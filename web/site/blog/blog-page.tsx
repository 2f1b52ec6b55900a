import { Rss } from 'lucide-react'
import { blog } from '#web/messages/site/blog.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Cover } from '#web/ui/site/cover.tsx'
import { HairlineCell, HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { PageIntro } from '#web/ui/site/page-intro.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import type { ArticleRecord } from './article.ts'
import { articleList } from './article-list.ts'
import { ArticleFacts } from './article-page.tsx'
import { CallToAction } from './call-to-action.tsx'

const featured = articleList.filter((article) => article.featured)
const rest = articleList.filter((article) => !article.featured)

/** The featured article, then the others, newest first. */
export function Component() {
  return (
    <>
      <PageIntro title={blog.title} lead={blog.lead} />
      <SiteSection inner="pt-0! pb-14!">
        {featured.map((article) => (
          <Featured key={article.slug} article={article} />
        ))}
        <div className="mt-12 flex flex-wrap items-baseline justify-between gap-3">
          <Heading look="siteSection">{blog.rest}</Heading>
          <a
            href="/blog/rss.xml"
            className="inline-flex items-center gap-1.5 rounded-sm text-sm font-semibold text-brand underline underline-offset-3 pointer-coarse:py-2"
          >
            <Rss size={16} aria-hidden="true" />
            {blog.feed}
          </a>
        </div>
        <HairlineGrid className="mt-5 sm:grid-cols-2">
          {rest.map((article) => (
            <HairlineCell key={article.slug} className="flex flex-col gap-5 lg:flex-row">
              <Cover seed={article.seed} className="h-28 shrink-0 rounded-md lg:size-32" />
              <div className="min-w-0">
                <ArticleFacts front={article} />
                <Title article={article} />
                <Text tone="soft" className="mt-2">
                  {article.description}
                </Text>
              </div>
            </HairlineCell>
          ))}
        </HairlineGrid>
      </SiteSection>
      <CallToAction first="sign-up" />
    </>
  )
}

function Featured({ article }: { article: ArticleRecord }) {
  return (
    <Card className="grid overflow-hidden md:grid-cols-2">
      <Cover seed={article.seed} className="h-44 md:h-full" />
      <article className="p-6 md:p-8">
        <div className="mb-3">
          <Badge tone="copper">{blog.featured}</Badge>
        </div>
        <ArticleFacts front={article} />
        <Title as="h2" article={article} look="siteSection" />
        <Text tone="soft" size="base" className="mt-3">
          {article.description}
        </Text>
      </article>
    </Card>
  )
}

type TitleProps = { article: ArticleRecord; as?: 'h2' | 'h3'; look?: 'siteCell' | 'siteSection' }

function Title({ article, as = 'h3', look = 'siteCell' }: TitleProps) {
  return (
    <Heading as={as} look={look} className="mt-2">
      <a href={`/blog/${article.slug}`} className="rounded-sm underline-offset-3 hover:text-brand hover:underline">
        {article.title}
      </a>
    </Heading>
  )
}
