import { useEffect, useRef, useState } from 'react'
import type { AnswerNews, FoundPassage, WrittenSentence } from '#contract/copilot/copilot.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'

/** `end`: why nothing more comes; null while it is written. */
export type Written = {
  sentences: readonly WrittenSentence[]
  passages: readonly FoundPassage[]
  leftOut: number
  end: null | { kind: 'done' } | { kind: 'stopped' } | { kind: 'failed'; message: string }
}

const NOTHING_YET: Written = { sentences: [], passages: [], leftOut: 0, end: null }

/** Has an answer written. Leaving stops the model; what came stays as long as it is shown. */
export function useWrittenAnswer(question: string) {
  const { copilot } = useVault()
  const [written, setWritten] = useState<Written | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  async function start(): Promise<void> {
    const own = new AbortController()
    controller.current = own
    setWritten(NOTHING_YET)
    const end = (how: NonNullable<Written['end']>) => setWritten((now) => now && { ...now, end: now.end ?? how })
    try {
      await copilot.write(question, { signal: own.signal, onNews: (news) => setWritten((now) => heard(now, news)) })
      // A server that stops ends its answers without a word.
      end({ kind: 'failed', message: sentenceFor(undefined) })
    } catch (error) {
      end(own.signal.aborted ? { kind: 'stopped' } : { kind: 'failed', message: messageOf(error) })
    }
  }
  return { written, start: () => void start(), stop: () => controller.current?.abort() }
}

function heard(now: Written | null, news: AnswerNews): Written {
  const before = now ?? NOTHING_YET
  if (news.kind === 'passages') return { ...before, passages: news.passages }
  if (news.kind === 'failed') return { ...before, end: { kind: 'failed', message: news.message } }
  if (news.kind === 'done') return { ...before, leftOut: news.left_out, end: { kind: 'done' } }
  return { ...before, sentences: [...before.sentences, { text: news.text, sources: news.sources }] }
}

/** The server's own sentence, which is English as the copilot is. */
const messageOf = (error: unknown): string =>
  error instanceof VaultError && error.code === 'unexpected' ? error.message : sentenceFor(error)
