import type MiniSearch from 'minisearch'
import { SEARCH_OPTIONS } from './search-options.ts'

/** A place in a guide; `id` is its slug with `#` and the heading. */
export type Found = { id: string; title: string; heading: string; start: string }

const MOST = 12
let loading: Promise<MiniSearch> | undefined

/** Fetches library and index, once; a failure is tried again. */
export function loadIndex(): Promise<MiniSearch> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<MiniSearch> {
  const [{ default: Search }, { index }] = await Promise.all([import('minisearch'), import('virtual:guide-index')])
  return Search.loadJSON(index, SEARCH_OPTIONS)
}

/** The best places for `query`, best first. */
export async function searchGuides(query: string): Promise<Found[]> {
  const found = (await loadIndex()).search(query).slice(0, MOST)
  return found.map(({ id, title, heading, start }) => ({
    id: String(id),
    title: String(title),
    heading: String(heading),
    start: String(start),
  }))
}
