import { useRef } from 'react'
import { documentation } from '#web/messages/site/documentation.ts'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { CATEGORIES, type Category } from './guide.ts'
import { guideList } from './guide-list.ts'
import { GuideSearch } from './guide-search.tsx'
import { listedGuides } from './listed-guides.ts'
import { LevelBadge } from './level-badge.tsx'
import { useOwnGuides } from './own-guides.ts'
import { WaysIn } from './ways-in.tsx'

/** Six categories of guides, the search, and six ways in. */
export function Component() {
  const search = useRef<HTMLInputElement>(null)
  return (
    <>
      <SiteSection inner="pb-8! md:pb-10!">
        <Heading as="h1" look="sitePage">
          {documentation.title}
        </Heading>
        <Text size="lead" tone="soft" className="mt-4 max-w-[42rem]">
          {documentation.lead}
        </Text>
        <div className="mt-6 max-w-[42rem]">
          <GuideSearch inputRef={search} />
        </div>
        <div className="mt-8">
          <WaysIn onSearch={() => search.current?.focus()} />
        </div>
      </SiteSection>
      <SiteSection tone="surface" inner="grid gap-x-10 gap-y-12 md:grid-cols-2 xl:grid-cols-3">
        {CATEGORIES.map((category) => (
          <CategoryPart key={category} category={category} />
        ))}
      </SiteSection>
    </>
  )
}

function CategoryPart({ category }: { category: Category }) {
  const [title, text] = documentation.categories[category]
  const own = useOwnGuides()
  return (
    <section aria-label={title}>
      <Heading look="siteCell">{title}</Heading>
      <Text tone="soft" className="mt-1">
        {text}
      </Text>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {listedGuides(guideList, own, category).map(({ href, title: name, description, level, by }) => (
          <li key={href} className="py-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <a
                href={href}
                className="rounded-sm text-base font-semibold text-brand underline decoration-1 underline-offset-3 pointer-coarse:py-1"
              >
                {name}
              </a>
              {level !== null && <LevelBadge level={level} />}
            </div>
            <Text tone="soft" className="mt-1">
              {description}
            </Text>
            {by !== null && (
              <Text tone="hint" className="mt-1">
                {documentation.writtenBy(by)}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
