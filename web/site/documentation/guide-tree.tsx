import { ChevronRight } from 'lucide-react'
import { documentation } from '#web/messages/site/documentation.ts'
import { useIsCurrent } from '../page-path.ts'
import { CATEGORIES } from './guide.ts'
import { guideList } from './guide-list.ts'
import { listedGuides, type ListedGuide } from './listed-guides.ts'
import { useOwnGuides } from './own-guides.ts'

const item =
  'block rounded-sm px-2 py-1 text-sm text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-brand-tint aria-[current=page]:font-semibold aria-[current=page]:text-brand pointer-coarse:py-2.5'

/** Every guide by category, that of the one that is read unfolded: so it fits beside it. */
export function GuideTree() {
  return (
    <>
      <details className="rounded-lg border border-line bg-surface p-3 lg:hidden">
        <summary className="cursor-pointer rounded-sm py-1 text-sm font-semibold">{documentation.all}</summary>
        <Tree />
      </details>
      <div className="hidden lg:block">
        <Tree />
      </div>
    </>
  )
}

function Tree() {
  const isCurrent = useIsCurrent()
  const own = useOwnGuides()
  const open =
    guideList.find(({ slug }) => isCurrent(`/documentation/${slug}`))?.category ??
    (isCurrent('/documentation/api-reference') && 'api-and-cli')
  return (
    <nav aria-label={documentation.tree} className="mt-2 flex flex-col gap-1.5">
      {CATEGORIES.map((category) => (
        <details key={category} open={category === open} className="group">
          <summary className="flex cursor-pointer list-none items-center gap-1.5 rounded-sm px-2 py-1 text-xs font-semibold text-ink-3 hover:text-ink pointer-coarse:py-2.5 [&::-webkit-details-marker]:hidden">
            <ChevronRight
              size={14}
              aria-hidden="true"
              className="transition-transform duration-150 group-open:rotate-90"
            />
            {documentation.categories[category][0]}
          </summary>
          <ul className="mt-1">
            {listedGuides(guideList, own, category).map((guide) => (
              <li key={guide.href}>
                <TreeLink guide={guide} isCurrent={isCurrent} />
              </li>
            ))}
            {category === 'api-and-cli' && (
              <li>
                <a
                  href="/documentation/api-reference"
                  aria-current={isCurrent('/documentation/api-reference')}
                  className={item}
                >
                  {documentation.reference.title}
                </a>
              </li>
            )}
          </ul>
        </details>
      ))}
    </nav>
  )
}

type LinkProps = { guide: ListedGuide; isCurrent: ReturnType<typeof useIsCurrent> }

function TreeLink({ guide: { href, title, by }, isCurrent }: LinkProps) {
  return (
    <a href={href} aria-current={isCurrent(href)} className={item}>
      {title}
      {by !== null && <span className="block text-xs text-ink-3">{documentation.writtenBy(by)}</span>}
    </a>
  )
}
