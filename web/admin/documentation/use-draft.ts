import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type GuideDraft, type GuideProblem, guideProblem } from '#contract/documentation/own-guides.ts'
import type { OpenGuide } from '#web/lib/remote/vault-client.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { DOCUMENTATION_KEY } from './documentation.queries.ts'

type Stored = { draft: GuideDraft; revision: number }

/** After the last letter. */
const REST_MS = 1500

export type DraftState = {
  draft: GuideDraft
  change: (part: Partial<GuideDraft>) => void
  isChanged: boolean
  isSaving: boolean
  error: Error | null
  problem: GuideProblem | undefined
  /** Somebody else saved while there were changes here. */
  isBehind: boolean
  /** Saves at once. @returns the revision that is stored then */
  save: () => Promise<number>
  takeTheirs: () => void
  keepMine: () => void
}

export const draftOf = ({ slug, title, description, section, place, replaces, body }: GuideDraft): GuideDraft => ({
  slug,
  title,
  description,
  section,
  place,
  replaces,
  body,
})

const isSame = (one: GuideDraft, other: GuideDraft): boolean =>
  (Object.keys(one) as (keyof GuideDraft)[]).every((key) => one[key] === other[key])

/** One saving after the other: the next one has to name the revision that the one before makes. */
function useSaving(id: string, onSaved: (stored: Stored) => void) {
  const { documentation } = useVault()
  const queries = useQueryClient()
  const { mutateAsync, reset, isPending, error } = useMutation({
    mutationFn: async (given: { draft: GuideDraft; seen: number }): Promise<Stored> => ({
      draft: given.draft,
      revision: await documentation.save(id, given.draft, given.seen),
    }),
    onSuccess: onSaved,
    onSettled: () => queries.invalidateQueries(DOCUMENTATION_KEY),
  })
  const running = useRef<Promise<Stored> | null>(null)
  const send = useCallback(
    async (wanted: GuideDraft, seen: number): Promise<Stored> => {
      const sent = mutateAsync({ draft: wanted, seen })
      running.current = sent
      try {
        return await sent
      } finally {
        running.current = null
      }
    },
    [mutateAsync],
  )
  return { send, running, reset, isPending, error }
}

/** What is written here, and what the server has of it. It saves itself when the person rests, and never over what somebody else saved. */
export function useDraft(guide: OpenGuide, built: readonly string[]): DraftState {
  const [draft, setDraft] = useState(() => draftOf(guide))
  const [stored, setStored] = useState<Stored>(() => ({ draft: draftOf(guide), revision: guide.revision }))
  const { send, running, reset, isPending, error } = useSaving(guide.id, setStored)
  const problem = guideProblem(draft, built)
  const isChanged = !isSame(draft, stored.draft)
  const isNewer = guide.revision > stored.revision && !isPending
  const take = () => {
    setDraft(draftOf(guide))
    setStored({ draft: draftOf(guide), revision: guide.revision })
  }
  // Nothing here would be lost: what was saved elsewhere, or restored, is shown.
  if (isNewer && !isChanged) take()
  const isBehind = isNewer && isChanged

  const mayWait = isChanged && !isBehind && !isPending && !error && problem === undefined
  useEffect(() => {
    if (!mayWait) return
    const timer = setTimeout(() => {
      // What fails is shown beside the text.
      send(draft, stored.revision).catch((failure: unknown) => console.warn(failure))
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [mayWait, draft, stored.revision, send])

  return {
    draft,
    change: (part) => {
      setDraft((now) => ({ ...now, ...part }))
      if (error) reset()
    },
    isChanged,
    isSaving: isPending,
    error,
    problem,
    isBehind,
    save: async () => {
      const now = running.current ? await running.current : stored
      return isSame(draft, now.draft) ? now.revision : (await send(draft, now.revision)).revision
    },
    takeTheirs: () => {
      take()
      reset()
    },
    keepMine: () => {
      setStored({ draft: draftOf(guide), revision: guide.revision })
      reset()
    },
  }
}
