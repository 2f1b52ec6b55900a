import { useEffect, useRef, useState } from 'react'
import { MAX_AROUND_CHARACTERS, type RewriteWay } from '#contract/studio/rewriting.ts'
import type { RewriteFields, RewriteNews } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { said } from '../../said.ts'
import type { DraftValues } from '../draft-values.ts'
import { movedPlace, type Place } from './passage-place.ts'

/** Way to rewrite, with the words of the person where it is their own. */
export type Way = { way: RewriteWay; instruction: string }

/** @property end why nothing more comes; null while it is written. Only what is whole has a ticket, and is taken into the text. */
export type Answer = {
  text: string
  end:
    | null
    | { kind: 'whole'; ticket: string; model: string }
    | { kind: 'stopped' }
    | { kind: 'failed'; message: string }
}

/** A passage that is being rewritten, next to the text that it is in. */
export type Rewriting = {
  /** The text as it was last seen, and where the passage is in it; undefined: it was changed since. */
  text: string
  place: Place | undefined
  original: string
  asked: Way | null
  answer: Answer | null
}

const NOTHING_YET: Answer = { text: '', end: null }

/** Has one passage at a time rewritten. Leaving the page stops the model; what came stays for as long as it is shown. */
export function useRewriting() {
  const { drafts } = useVault()
  const [rewriting, setRewriting] = useState<Rewriting | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const stop = () => controller.current?.abort()
  const answer = (own: AbortController, change: (now: Answer) => Answer) =>
    // A passage that was left, or asked for again, hears nothing of its former answer.
    setRewriting((now) => (now?.answer && controller.current === own ? { ...now, answer: change(now.answer) } : now))

  async function start(fields: RewriteFields): Promise<void> {
    controller.current?.abort()
    const own = new AbortController()
    controller.current = own
    const { way, instruction } = fields
    setRewriting((now) => now && { ...now, asked: { way, instruction }, answer: NOTHING_YET })
    const end = (how: NonNullable<Answer['end']>) => answer(own, (now) => ({ ...now, end: now.end ?? how }))
    try {
      await drafts.rewrite(fields, { signal: own.signal, onNews: (news) => answer(own, (now) => heard(now, news)) })
      // A server that stops ends its answers without a word.
      end({ kind: 'failed', message: sentenceFor(undefined) })
    } catch (error) {
      end(own.signal.aborted ? { kind: 'stopped' } : { kind: 'failed', message: messageOf(error) })
    }
  }

  return {
    rewriting,
    open: (text: string, place: Place) => {
      stop()
      controller.current = null
      setRewriting({ text, place, original: text.slice(place.from, place.to), asked: null, answer: null })
    },
    start,
    stop,
    /** Notes the text as it is now. */
    follow: (text: string) => setRewriting((now) => (now === null || now.text === text ? now : followed(now, text))),
    close: () => {
      stop()
      controller.current = null
      setRewriting(null)
    },
  }
}

const followed = (now: Rewriting, text: string): Rewriting => ({
  ...now,
  text,
  place: now.place && movedPlace(now.text, text, now.place),
})

function heard(now: Answer, news: RewriteNews): Answer {
  if (news.kind === 'text') return { ...now, text: now.text + news.text }
  if (news.kind === 'failed') return { ...now, end: { kind: 'failed', message: `${news.message}.` } }
  return { text: news.passage, end: { kind: 'whole', ticket: news.ticket, model: news.model } }
}

const messageOf = (error: unknown): string => (error instanceof Error ? said(error) : sentenceFor(error))

/** The part of a draft that is sent to have its passage rewritten. */
export function fieldsOf(
  draft: DraftValues,
  { text, place, original }: Rewriting,
  { way, instruction }: Way,
): RewriteFields {
  const { from, to } = place ?? { from: 0, to: text.length }
  return {
    title: draft.title.trim(),
    audience: draft.audience.trim(),
    content_type: draft.content_type,
    way,
    instruction: instruction.trim(),
    passage: original,
    // Half an emoji is no text that a server takes.
    before: place ? text.slice(Math.max(0, from - MAX_AROUND_CHARACTERS), from).toWellFormed() : '',
    after: place ? text.slice(to, to + MAX_AROUND_CHARACTERS).toWellFormed() : '',
  }
}
