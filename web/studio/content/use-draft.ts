import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CONTENT_LIMITS } from '#contract/studio/content.ts'
import type { Fact } from '#contract/sources/sources.ts'
import { type OpenDraft, VaultError } from '#web/lib/remote/vault-client.ts'
import { content as words } from '#web/messages/studio/content.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { said } from '../said.ts'
import type { DraftValues } from './draft-values.ts'
import { insertQuotation } from './insert-quotation.ts'
import { mergeDraft } from './merge-draft.ts'
import type { useWriting } from './use-writing.ts'

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
  const typed = useTyped(open)
  const { base, fields, setFields, setRefused } = typed
  const reread = () => queries.invalidateQueries({ queryKey: ['studio-drafts'] })

  const save = useMutation({
    mutationFn: async (version: number): Promise<State> => {
      if (open !== undefined)
        return { version: await drafts.save(open.draft.id, { ...savedOf(fields), version }), values: fields }
      const id = await drafts.add(savedOf(fields))
      const stored = await drafts.save(id, { ...savedOf(fields), version: 1 })
      onStored(id)
      return { version: stored, values: fields }
    },
    onSuccess: (saved) => {
      toastDone(words.saved)
      typed.rest(saved)
      return reread()
    },
    onError: (error) => {
      if (error instanceof VaultError && error.code === 'changed_meanwhile') setRefused(true)
      else toastError(words.saveFailed, said(error))
    },
  })

  const begin = useBeginning({ open, writing, onStored, typed })

  return {
    fields,
    set: (change: Partial<DraftValues>) => setFields((now) => ({ ...now, ...change })),
    /** Facts that the model is given when it writes. */
    facts: writing.facts,
    choose: writing.choose,
    /** Puts a quotation with its source into the text, at the end of a section. */
    insert: (heading: string, fact: Fact) =>
      setFields((now) => ({ ...now, content: insertQuotation(now.content, heading, fact) })),
    isChanged: typed.isChanged,
    isSaving: save.isPending,
    isStarting: begin.isPending || writing.writing !== null,
    hasClash: typed.hasClash && !save.isPending,
    save: () => save.mutate(base.version),
    /** Saves over what somebody else saved, which stays as a version. */
    keepMine: async () => open && save.mutate((await drafts.read(open.draft.id)).draft.version),
    takeTheirs: async () => {
      if (open) typed.take(await drafts.read(open.draft.id))
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
    /** Version that is typed over. */
    version: base.version,
    /** The fields as they are sent. */
    saved: () => savedOf(fields),
    rest: typed.rest,
    /** Somebody else saved meanwhile. */
    refuse: () => setRefused(true),
    /** Whether the outline is still the one that was planned. */
    isPlanned: open?.unfinished?.fits === true && isSameOutline(fields, open),
  }
}

/** A draft as the server has it. */
type State = { version: number; values: DraftValues }

/** The fields as they are typed, and the state of the server that they are typed over. A change that is saved elsewhere comes in where nothing was typed, and takes nothing away. */
function useTyped(open: OpenDraft | undefined) {
  const [base, setBase] = useState<State>(() => stateOf(open))
  const [fields, setFields] = useState<DraftValues>(base.values)
  const [isRefused, setRefused] = useState(false)
  const newer = open !== undefined && open.draft.version > base.version ? stateOf(open) : undefined
  const merged = newer && mergeDraft(base.values, fields, newer.values)
  if (newer && merged && !isRefused) {
    setBase(newer)
    setFields(merged)
  }
  const rest = (state: State) => {
    setBase(state)
    setRefused(false)
  }
  return {
    base,
    fields,
    setFields,
    isChanged: JSON.stringify(fields) !== JSON.stringify(base.values),
    hasClash: isRefused || (newer !== undefined && merged === undefined),
    setRefused,
    /** Notes what was saved; what was typed since stays. */
    rest,
    /** Puts a state of the server in the place of the typed fields. */
    take: (theirs: OpenDraft) => {
      rest(stateOf(theirs))
      setFields(valuesOf(theirs))
    },
  }
}

type Beginning = Given & { typed: ReturnType<typeof useTyped> }

/** Saves what is typed, and has it written: all of it, or what is missing. */
function useBeginning({ open, writing, onStored, typed: { base, fields, isChanged, rest, setRefused } }: Beginning) {
  const { drafts } = useVault()
  const { facts } = writing
  return useMutation({
    mutationFn: async (continues: boolean) => {
      if (open === undefined) return { id: await drafts.add(savedOf(fields)), version: 1, continues, facts }
      const { id } = open.draft
      if (!isChanged) return { id, version: base.version, continues, facts }
      const version = await drafts.save(id, { ...savedOf(fields), version: base.version })
      rest({ version, values: fields })
      return { id, version, continues, facts }
    },
    onSuccess: ({ id, ...order }) => void writing.start(id, order, () => onStored(id)),
    onError: (error) => {
      if (error instanceof VaultError && error.code === 'changed_meanwhile') setRefused(true)
      else toastError(words.error, words.failedAct)
    },
  })
}

const stateOf = (open: OpenDraft | undefined): State => ({ version: open?.draft.version ?? 1, values: valuesOf(open) })

const isSameOutline = (fields: DraftValues, { draft }: OpenDraft): boolean =>
  fields.outline.trim() === draft.outline.trim() && fields.content_type === draft.content_type

function valuesOf(open: OpenDraft | undefined): DraftValues {
  if (open === undefined) return EMPTY
  const { title, outline, target_keyword, audience, content_type, meta_description, suggested_tags } = open.draft
  // A field of the browser has these ends of lines alone.
  const content = (open.current?.content ?? '').replaceAll('\r\n', '\n')
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
