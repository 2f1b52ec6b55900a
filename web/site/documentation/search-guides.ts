import type MiniSearch from 'minisearch'
import type { PublicGuide, PublicPart } from '#contract/documentation/own-guides.ts'
import { ownGuides, ownParts } from './own-guides.ts'
import { SEARCH_OPTIONS } from './search-options.ts'

/** A place in a guide. `by`: the organisation that wrote it; null, the guide is one of the software. */
export type Found = { href: string; title: string; heading: string; start: string; by: string | null }

const MOST = 12
type Index = { search: MiniSearch; own: readonly PublicGuide[] }
let loading: Promise<Index> | undefined

/** Fetches library and index, once; a failure is tried again. */
export function loadIndex(): Promise<Index> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<Index> {
  const [{ default: Search }, { index }, own] = await Promise.all([
    import('minisearch'),
    import('virtual:guide-index'),
    loadOwn(),
  ])
  const search = Search.loadJSON(index, SEARCH_OPTIONS)
  search.addAll(own.parts.map((part) => ({ ...part, id: `own/${part.slug}${part.id === '' ? '' : `#${part.id}`}` })))
  return { search, own: own.guides }
}

/** The guides of the software are found without them as well. */
async function loadOwn(): Promise<{ guides: PublicGuide[]; parts: PublicPart[] }> {
  try {
    const [guides, parts] = await Promise.all([ownGuides(), ownParts()])
    return { guides, parts }
  } catch (error) {
    console.warn(error)
    return { guides: [], parts: [] }
  }
}

/** The best places for `query`, best first. Guides of the software that are replaced are not among them. */
export async function searchGuides(query: string): Promise<Found[]> {
  const { search, own } = await loadIndex()
  const replaced = new Set(own.map(({ replaces }) => replaces))
  return search
    .search(query, { filter: ({ id, slug }) => isOwn(id) || !replaced.has(String(slug)) })
    .slice(0, MOST)
    .map(({ id, title, heading, start }) => ({
      href: `/documentation/${String(id)}`,
      title: String(title),
      heading: String(heading),
      start: String(start),
      by: isOwn(id) ? (own[0]?.organisation ?? null) : null,
    }))
}

const isOwn = (id: unknown): boolean => String(id).startsWith('own/')
