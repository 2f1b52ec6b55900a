import { CATEGORIES, type GuideFront, type GuideModule } from './guide.ts'

/** Records alone, for lists. */
const records = import.meta.glob<GuideFront>('./guides/*.md', { eager: true, query: '?front', import: 'front' })

/** Whole guides, each fetched when its page is opened. */
const modules = import.meta.glob<GuideModule>('./guides/*.md')

/** In the order of the categories, and of their places within. */
export const guideList: readonly GuideFront[] = Object.values(records).sort(
  (a, b) => CATEGORIES.indexOf(a.category) - CATEGORIES.indexOf(b.category) || a.order - b.order,
)

export function loadGuide(slug: string): Promise<GuideModule> {
  const load = modules[`./guides/${slug}.md`]
  if (!load) throw new Error(`no guide ${slug}`)
  return load()
}
