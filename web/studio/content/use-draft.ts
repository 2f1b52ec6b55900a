import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ContentType, CONTENT_LIMITS } from '#contract/studio/content.ts'
import type { Fact } from '#contract/sources/sources.ts'
import { type OpenDraft, VaultError } from '#web/lib/remote/vault-client.ts'
import { content as words } from '#web/messages/studio/content.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { said } from '../said.ts'
import { insertQuotation } from './insert-quotation.ts'
import type { useWriting } from './use-writing.ts'

export type DraftValues = {
  title: string
  outline: string
  target_keyword: string
  audience: string
  content_type: ContentType
  meta_description: string
  /** Separated by commas. */
  tags: string
  content: string
}

const EMPTY: DraftValues = {
  title: '',
  outline: '',
  target_keyword: '',
  audience: '',
  content_type: 'blog',
  meta_description: '',
  tags: '',
  content: '',
}

type Given = {
  open: OpenDraft | undefined
  writing: ReturnType<typeof useWriting>
  onStored: (draft: string) => void
}
export type DraftState = ReturnType<typeof useDraft>

/** The draft as it is typed, and what is done with it. */
export function useDraft({ open, writing, onStored }: Given) {
  const { drafts } = useVault()
  const queries = useQueryClient()
  const [fields, setFields] = useState<DraftValues>(() => valuesOf(open))
  const [hasClash, setClash] = useState(false)
  const isChanged = JSON.stringify(fields) !== JSON.stringify(valuesOf(open))
  const reread = () => queries.invalidateQueries({ queryKey: ['studio-drafts'] })

  const save = useMutation({
    mutationFn: async (version: number) => {
      if (open !== undefined) return drafts.save(open.draft.id, { ...savedOf(fields), version })
      const id = await drafts.add(savedOf(fields))
      await drafts.save(id, { ...savedOf(fields), version: 1 })
      onStored(id)
      return 2
    },
    onSuccess: () => {
      toastDone(words.saved)
      setClash(false)
      return reread()
    },
    onError: (error) => {
      if (error instanceof VaultError && error.code === 'changed_meanwhile') setClash(true)
      else toastError(words.saveFailed, said(error))
    },
  })

  const begin = useBeginning({ open, writing, onStored, fields, isChanged, onClash: () => setClash(true) })

  return {
    fields,
    set: (change: Partial<DraftValues>) => setFields((now) => ({ ...now, ...change })),
    /** Facts that the model is given when it writes. */
    facts: writing.facts,
    choose: writing.choose,
    /** Puts a quotation with its source into the text, at the end of a section. */
    insert: (heading: string, fact: Fact) =>
      setFields((now) => ({ ...now, content: insertQuotation(now.content, heading, fact) })),
    isChanged,
    isSaving: save.isPending,
    isStarting: begin.isPending || writing.writing !== null,
    hasClash,
    save: () => save.mutate(open?.draft.version ?? 1),
    /** Saves over what somebody else saved, which stays as a version. */
    keepMine: async () => open && save.mutate((await drafts.read(open.draft.id)).draft.version),
    takeTheirs: async () => {
      setClash(false)
      await reread()
    },
    /** @returns what is missing; null: it begins */
    generate: (): string | null => {
      if (fields.title.trim() === '') {
        toastError(words.error, words.titleMissing)
        return words.titleMissing
      }
      begin.mutate(false)
      return null
    },
    /** Saves what is typed, and has only the missing sections written. */
    continueWriting: () => begin.mutate(true),
    /** Whether the outline is still the one that was planned. */
    isPlanned: open?.unfinished?.fits === true && isSameOutline(fields, open),
  }
}

type Beginning = Given & { fields: DraftValues; isChanged: boolean; onClash: () => void }

/** Saves what is typed, and has it written: all of it, or what is missing. */
function useBeginning({ open, writing, onStored, fields, isChanged, onClash }: Beginning) {
  const { drafts } = useVault()
  const { facts } = writing
  return useMutation({
    mutationFn: async (continues: boolean) => {
      if (open === undefined) return { id: await drafts.add(savedOf(fields)), version: 1, continues, facts }
      const { id, version } = open.draft
      const saved = isChanged ? await drafts.save(id, { ...savedOf(fields), version }) : version
      return { id, version: saved, continues, facts }
    },
    onSuccess: ({ id, ...order }) => void writing.start(id, order, () => onStored(id)),
    onError: (error) => {
      if (error instanceof VaultError && error.code === 'changed_meanwhile') onClash()
      else toastError(words.error, words.failedAct)
    },
  })
}

const isSameOutline = (fields: DraftValues, { draft }: OpenDraft): boolean =>
  fields.outline.trim() === draft.outline.trim() && fields.content_type === draft.content_type

function valuesOf(open: OpenDraft | undefined): DraftValues {
  if (open === undefined) return EMPTY
  const { title, outline, target_keyword, audience, content_type, meta_description, suggested_tags } = open.draft
  const content = open.current?.content ?? ''
  const tags = suggested_tags.join(', ')
  return { title, outline, target_keyword, audience, content_type, meta_description, tags, content }
}

function savedOf({ tags, ...fields }: DraftValues) {
  const all = tags
    .split(',')
    .map((tag) => tag.trim().slice(0, CONTENT_LIMITS.tagCharacters))
    .filter((tag) => tag !== '')
  return { ...fields, suggested_tags: [...new Set(all)].slice(0, CONTENT_LIMITS.tags) }
}
