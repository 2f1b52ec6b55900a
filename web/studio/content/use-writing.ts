import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ChosenFact, VaultError, type WritingNews } from '#web/lib/remote/vault-client.ts'
import { content as words } from '#web/messages/studio/content.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { said } from '../said.ts'

/** A text on its way. */
export type Writing = { text: string; sections: readonly string[]; at: number }

const NOTHING_YET: Writing = { text: '', sections: [], at: -1 }
/** The server keeps what came after the page has left. */
const KEPT_AFTER_MS = 600

/**
 * @property continues only what is missing since the writing stopped
 * @property facts sentences of sources that the model is given
 */
type Order = { version: number; continues: boolean; facts: readonly ChosenFact[] }
type Outcome = { problem: string | null; onDone: () => Promise<void> }

/** Has drafts written, one at a time. Leaving the page stops it; what came is kept by the server. */
export function useWriting() {
  const { drafts } = useVault()
  const queries = useQueryClient()
  const [writing, setWriting] = useState<Writing | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [facts, setFacts] = useState<readonly ChosenFact[]>([])
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  async function start(id: string, { version, continues, facts }: Order, onDone: Outcome['onDone']): Promise<void> {
    const own = new AbortController()
    controller.current = own
    setProblem(null)
    setWriting(NOTHING_YET)
    try {
      await drafts.write(id, { version, continues, facts, signal: own.signal, onNews: hear })
    } catch (error) {
      if (own.signal.aborted) {
        toastDone(words.stopped, words.stoppedText)
        await new Promise((resolve) => setTimeout(resolve, KEPT_AFTER_MS))
      } else {
        toastError(words.error, words.failedAct)
        setProblem(error instanceof Error ? said(error) : words.failedAct)
        // The card of a source that was deleted is not there to be taken back.
        if (error instanceof VaultError && error.code === 'entry_gone') setFacts([])
      }
    } finally {
      await queries.invalidateQueries({ queryKey: ['studio-drafts'] })
      controller.current = null
      await onDone()
      setWriting(null)
    }
  }

  function hear(news: WritingNews): void {
    if (news.kind === 'done') {
      toastDone(words.generated)
      setProblem(news.note ?? null)
    } else if (news.kind === 'failed') {
      toastError(words.error, words.failedAct)
      setProblem(words.brokeOff(news.message, news.kept !== null))
    } else setWriting((now) => next(now ?? NOTHING_YET, news))
  }

  return {
    writing,
    problem,
    start,
    stop: () => controller.current?.abort(),
    forget: () => {
      setProblem(null)
      setFacts([])
    },
    /** Chosen for the open draft, also after it was saved. */
    facts,
    choose: ({ source, no }: ChosenFact, isOn: boolean) =>
      setFacts((now) => [
        ...now.filter((one) => one.source !== source || one.no !== no),
        ...(isOn ? [{ source, no }] : []),
      ]),
  }
}

function next(now: Writing, news: WritingNews): Writing {
  if (news.kind === 'plan') return { ...now, sections: news.sections.map(({ heading }) => heading) }
  if (news.kind === 'section') return { ...now, at: news.index }
  return news.kind === 'text' ? { ...now, text: now.text + news.text } : now
}
