import type { OwnGuide } from '#web/lib/remote/vault-client.ts'
import type { GuideState } from '#web/messages/documentation/documentation-editor.ts'

export const GUIDE_STATES = ['draft', 'published', 'changed'] as const satisfies readonly GuideState[]

export function stateOf({ version, has_changes: hasChanges }: Pick<OwnGuide, 'version' | 'has_changes'>): GuideState {
  if (version === null) return 'draft'
  return hasChanges ? 'changed' : 'published'
}

export type GuideFilters = { search: string; state: GuideState | null }

/** What the address asks for. */
export function readGuideFilters(parameters: URLSearchParams): GuideFilters {
  return {
    search: parameters.get('search') ?? '',
    state: GUIDE_STATES.find((state) => state === parameters.get('state')) ?? null,
  }
}

/** Each word is in the title, the address or the description. */
export function fits(guide: OwnGuide, { search, state }: GuideFilters): boolean {
  const words = `${guide.title} ${guide.slug} ${guide.description}`.toLowerCase()
  const isFound = search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
  return isFound && (state === null || stateOf(guide) === state)
}
