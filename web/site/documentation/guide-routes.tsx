import type { PageMeta } from '../page-meta.ts'

type GuidePage = { path: string; load: () => Promise<{ Component: () => React.ReactNode; handle: PageMeta }> }

/** Only the names: what is in a guide is fetched with its page. */
const files = Object.keys(import.meta.glob('./guides/*.md'))

/** One page for each guide. What it says about itself comes with it, so that other pages do not carry it. */
export const guidePages: readonly GuidePage[] = files.map((file) => {
  const slug = file.slice('./guides/'.length, -'.md'.length)
  return {
    path: `/documentation/${slug}`,
    load: async () => {
      const [{ GuidePage }, { loadGuide }] = await Promise.all([import('./guide-page.tsx'), import('./guide-list.ts')])
      const guide = await loadGuide(slug)
      const { title, description } = guide.front
      return {
        Component: () => <GuidePage guide={guide} />,
        handle: { title: `${title} · QuantumShield`, description },
      }
    },
  }
})
