import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { type OpenDraft, VaultError } from '#web/lib/remote/vault-client.ts'
import { content } from '#web/messages/studio/content.ts'
import { rewriting as words } from '#web/messages/studio/rewriting.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { toastError, toastUndo } from '#web/ui/overlay/toast.tsx'
import { said } from '../../said.ts'
import { typeOver } from '../type-over.ts'
import type { DraftState } from '../use-draft.ts'
import { movedPlace, type Place } from './passage-place.ts'
import type { Rewriting } from './use-rewriting.ts'

type Given = {
  draft: DraftState
  open: OpenDraft | undefined
  now: Rewriting | null
  field: RefObject<HTMLTextAreaElement | null>
  onClose: () => void
  onStored: (draft: string) => Promise<void>
}
type Taken = { text: string; place: Place; original: string; passage: string; no: number }

/** Puts a rewritten passage in the place of the original: first on the server, as a version of the model, then in the field, as one step. */
export function useTaking({ draft, open, now, field, onClose, onStored }: Given) {
  const { drafts } = useVault()
  const queries = useQueryClient()
  const { fields } = draft

  const take = useMutation({
    mutationFn: async () => {
      const { place, original, answer } = now ?? {}
      if (!place || original === undefined || answer?.end?.kind !== 'whole') throw new Error('there is nothing to take')
      const { text: passage, end } = answer
      const saved = draft.saved()
      const { id, base } = await draft.place()
      const { version } = base
      const kept = await drafts.takePassage(id, { ...saved, version, ...place, passage, ticket: end.ticket })
      const values = { ...fields, content: replaced(saved.content, place, passage) }
      return {
        id,
        stored: { version: kept.version, values },
        taken: { text: saved.content, place, original, passage, no: kept.no },
      }
    },
    onSuccess: async ({ id, stored, taken }) => {
      onClose()
      draft.rest(stored)
      show(taken)
      if (open === undefined) await onStored(id)
      await queries.invalidateQueries({ queryKey: ['studio-drafts'] })
    },
    onError: (error) => {
      if (error instanceof VaultError && error.code === 'changed_meanwhile') void draft.refuse()
      toastError(words.takeFailed, said(error))
    },
  })

  /** The field may have been typed into since it was sent. */
  function show({ text, place, original, passage, no }: Taken): void {
    const control = field.current
    const here = control && movedPlace(text, control.value, place)
    if (!control || !here) return toastError(words.typedMeanwhile(no))
    if (!typeOver(control, here, passage)) draft.set({ content: replaced(control.value, here, passage) })
    const end = here.from + passage.length
    const onUndo = () => {
      if (control.value.slice(here.from, end) !== passage) toastError(words.undoMoved)
      else typeOver(control, { from: here.from, to: end }, original)
    }
    toastUndo(words.taken, { description: words.takenText, onUndo })
  }

  return {
    isTaking: take.isPending,
    take: () => {
      if (fields.title.trim() === '') toastError(content.error, content.titleMissing)
      else take.mutate()
    },
  }
}

const replaced = (text: string, { from, to }: Place, passage: string): string =>
  `${text.slice(0, from)}${passage}${text.slice(to)}`
