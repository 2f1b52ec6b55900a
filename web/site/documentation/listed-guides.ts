import { OWN_GUIDES_PATH, type PublicGuide } from '#contract/documentation/own-guides.ts'
import type { Category, GuideFront, Level } from './guide.ts'

/** A guide as lists show it. `by`: the organisation that wrote it; null, it is one of the software. */
export type ListedGuide = { href: string; title: string; description: string; level: Level | null; by: string | null }

/** The guides of a category in their order: own ones stand where the one that they replace stood, the others behind those of the software. */
export function listedGuides(
  built: readonly GuideFront[],
  own: readonly PublicGuide[],
  category: Category,
): ListedGuide[] {
  const shown = built
    .filter((guide) => guide.category === category)
    .map((guide) => {
      const instead = own.find(({ replaces }) => replaces === guide.slug)
      return instead ? ownOne(instead) : builtOne(guide)
    })
  const isShown = new Set(built.map(({ slug }) => slug))
  const others = own.filter(({ section, replaces }) => section === category && !(replaces && isShown.has(replaces)))
  return [...shown, ...others.map(ownOne)]
}

const builtOne = ({ slug, title, description, level }: GuideFront): ListedGuide => ({
  href: `/documentation/${slug}`,
  title,
  description,
  level,
  by: null,
})

const ownOne = ({ slug, title, description, organisation }: PublicGuide): ListedGuide => ({
  href: OWN_GUIDES_PATH + slug,
  title,
  description,
  level: null,
  by: organisation,
})
