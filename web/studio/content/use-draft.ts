import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Fact } from '#contract/sources/sources.ts'
import { type OpenDraft, VaultError } from '#web/lib/remote/vault-client.ts'
import { content as words } from '#web/messages/studio/content.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { said } from '../said.ts'
import type { DraftValues } from './draft-values.ts'
import { problemsOf, tagsOf } from './field-problems.ts'
import { insertQuotation } from './insert-quotation.ts'
import { mergeDraft, mineOver } from './merge-draft.ts'
import type { DraftStart } from './start-draft.ts'
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
  /** Fields that a new draft begins with. */
  start?: DraftStart | undefined
  writing: ReturnType<typeof useWriting>
  onStored: (draft: string) => Promise<void>
}
export type DraftState = ReturnType<typeof useDraft>

/** The draft as it is typed, and what is done with it. */
export function useDraft({ open, start, writing, onStored }: Given) {
  const { drafts } = useVault()
  const queries = useQueryClient()
  const typed = useTyped(open, start)
  const { fields, setFields } = typed
  const reread = () => queries.invalidateQueries({ queryKey: ['studio-drafts'] })
  const refuse = () => {
    typed.setRefused(true)
    return reread()
  }
  const kept = useStore(open, typed)
  const save = useSaving({ open, onStored, typed, kept, refuse, reread })
  const begin = useBeginning({ writing, onStored, typed, kept, refuse })

  const problems = problemsOf(fields)
  const [tooLong] = Object.values(problems)
  /** Says what is too long, if anything is. */
  const refuseLong = (title: string) => {
    if (tooLong !== undefined) toastError(title, tooLong)
    return tooLong !== undefined
  }

  return {
    fields,
    /** Sentences for fields that are too long. */
    problems,
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
    save: () => void (refuseLong(words.saveFailed) || save.mutate(false)),
    /** Saves what was changed here over what somebody else saved, which stays as a version. */
    keepMine: () => void (refuseLong(words.saveFailed) || save.mutate(true)),
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
      if (!refuseLong(words.error)) begin.mutate(false)
      return null
    },
    /** Requests to a model for the text as it is typed. */
    preview: () => drafts.preview({ ...fields, facts: writing.facts }),
    /** The same for only the missing sections. */
    previewContinued: () =>
      drafts.preview({
        ...fields,
        facts: writing.facts,
        continues: open && { draft: open.draft.id, content: fields.content },
      }),
    /** Saves what is typed, and has only the missing sections written. */
    continueWriting: () => void (refuseLong(words.error) || begin.mutate(true)),
    place: kept.place,
    /** The fields as they are sent. */
    saved: () => savedOf(fields),
    rest: typed.rest,
    /** Somebody else saved meanwhile. */
    refuse,
    /** Whether the outline is still the one that was planned. */
    isPlanned: open?.unfinished?.fits === true && isSameOutline(fields, open),
  }
}

/** A draft as the server has it. */
type State = { version: number; values: DraftValues }

/** The fields as they are typed, and the state of the server that they are typed over. A change that is saved elsewhere comes in where nothing was typed, and takes nothing away. */
function useTyped(open: OpenDraft | undefined, start: DraftStart | undefined) {
  const [base, setBase] = useState<State>(() => stateOf(open))
  const [fields, setFields] = useState<DraftValues>(open === undefined ? { ...base.values, ...start } : base.values)
  const [isRefused, setRefused] = useState(false)
  const newer = open !== undefined && open.draft.version > base.version ? stateOf(open) : undefined
  const merged = newer && mergeDraft(base.values, fields, newer.values)
  if (newer && merged) {
    setBase(newer)
    setFields(merged)
    setRefused(false)
  }
  const rest = (state: State, sent = state.values) => {
    setBase(state)
    setFields((now) => mineOver(sent, now, state.values))
    setRefused(false)
  }
  return {
    base,
    setBase,
    fields,
    setFields,
    isChanged: !isSame(fields, base.values),
    hasClash: isRefused || (newer !== undefined && merged === undefined),
    setRefused,
    /** Notes what was saved; what was typed since it was sent stays. */
    rest,
    /** Puts a state of the server in the place of the typed fields. */
    take: (theirs: OpenDraft) => {
      rest(stateOf(theirs))
      setFields(valuesOf(theirs))
    },
  }
}

type Placed = { id: string; base: State }

/** Keeps the typed fields on the server. */
function useStore(open: OpenDraft | undefined, { base, fields, setBase }: ReturnType<typeof useTyped>) {
  const { drafts } = useVault()
  const added = useRef<string | null>(null)
  const send = async (id: string, values: DraftValues, version: number): Promise<State> => ({
    version: await drafts.save(id, { ...savedOf(values), version }),
    values,
  })
  return {
    /** Adds a new draft, once, however often what follows fails. */
    place: async (): Promise<Placed> => {
      const id = open?.draft.id ?? added.current
      if (id !== null) return { id, base }
      added.current = await drafts.add(savedOf(fields))
      const first = { version: 1, values: { ...fields, meta_description: '', tags: '', content: '' } }
      setBase(first)
      return { id: added.current, base: first }
    },
    /** Saves, together with what somebody else changed in other fields. @throws {VaultError} `changed_meanwhile` where both changed one */
    store: async ({ id, base: known }: Placed): Promise<State> => {
      try {
        return await send(id, fields, known.version)
      } catch (error) {
        if (!isRefusal(error)) throw error
        const theirs = stateOf(await drafts.read(id))
        const merged = mergeDraft(known.values, fields, theirs.values)
        if (merged === undefined) throw error
        return send(id, merged, theirs.version)
      }
    },
    overwrite: async ({ id, base: known }: Placed): Promise<State> => {
      const theirs = stateOf(await drafts.read(id))
      return send(id, mineOver(known.values, fields, theirs.values), theirs.version)
    },
  }
}

const isRefusal = (error: unknown): boolean => error instanceof VaultError && error.code === 'changed_meanwhile'

const isSame = (one: DraftValues, other: DraftValues): boolean => JSON.stringify(one) === JSON.stringify(other)

type Saving = Pick<Given, 'open' | 'onStored'> & {
  typed: ReturnType<typeof useTyped>
  kept: ReturnType<typeof useStore>
  refuse: () => Promise<void>
  reread: () => Promise<void>
}

/** Saves what is typed: merged with what somebody else saved, or over it. */
function useSaving({ open, onStored, typed, kept: { place, store, overwrite }, refuse, reread }: Saving) {
  const { fields, rest } = typed
  return useMutation({
    mutationFn: async (isMineOver: boolean) => {
      const placed = await place()
      return { id: placed.id, saved: await (isMineOver ? overwrite(placed) : store(placed)), sent: fields }
    },
    onSuccess: async ({ id, saved, sent }) => {
      toastDone(words.saved)
      rest(saved, sent)
      if (open === undefined) await onStored(id)
      await reread()
    },
    onError: (error) => {
      if (isRefusal(error)) void refuse()
      else toastError(words.saveFailed, said(error))
    },
  })
}

type Beginning = Pick<Given, 'writing' | 'onStored'> & {
  typed: ReturnType<typeof useTyped>
  kept: ReturnType<typeof useStore>
  refuse: () => Promise<void>
}

/** Saves what is typed, and has it written: all of it, or what is missing. */
function useBeginning({ writing, onStored, typed: { fields, rest }, kept: { place, store }, refuse }: Beginning) {
  const { facts } = writing
  return useMutation({
    mutationFn: async (continues: boolean) => {
      const { id, base } = await place()
      if (isSame(fields, base.values)) return { id, version: base.version, continues, facts }
      const stored = await store({ id, base })
      rest(stored, fields)
      return { id, version: stored.version, continues, facts }
    },
    onSuccess: ({ id, ...order }) => void writing.start(id, order, () => onStored(id)),
    onError: (error) => {
      if (isRefusal(error)) void refuse()
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

const savedOf = ({ tags, ...fields }: DraftValues) => ({ ...fields, suggested_tags: tagsOf(tags) })
