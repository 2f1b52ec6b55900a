import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Platform } from '#contract/studio/platforms.ts'
import type { CalendarReader } from '#web/lib/keyless/studio/calendars.ts'
import { social as words } from '#web/messages/studio/social.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { said } from '../said.ts'

type Fields = { topics: string[]; month: string; platforms: Platform[]; brand_voice: string }
/** The server keeps what came after the page has left. */
const KEPT_AFTER_MS = 600
export type Making = { written: number; total: number }

/** Makes calendars, one at a time. Leaving the page stops it. */
export function useMaking(onDone: (id: string) => void) {
  const { calendars } = useVault()
  const queries = useQueryClient()
  const [making, setMaking] = useState<Making | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  async function run(ask: (reader: CalendarReader) => Promise<void>): Promise<void> {
    const own = new AbortController()
    controller.current = own
    setProblem(null)
    setMaking({ written: 0, total: 0 })
    let written = 0
    try {
      await ask({
        signal: own.signal,
        onNews: (news) => {
          if (news.kind === 'week') {
            written = news.written
            setMaking(news)
          } else if (news.kind === 'failed') {
            toastError(words.error, words.failedAct)
            setProblem(news.message)
          } else {
            if (news.note === undefined) toastDone(words.generated, words.generatedText(news.posts))
            else toastError(words.error, words.failedAct)
            setProblem(news.note === undefined ? null : words.brokeOff(news.note, news.missing))
            onDone(news.id)
          }
        },
      })
    } catch (error) {
      if (own.signal.aborted) {
        toastDone(words.stopped, words.stoppedText(written))
        if (written > 0) await new Promise((resolve) => setTimeout(resolve, KEPT_AFTER_MS))
      } else {
        toastError(words.error, words.failedAct)
        setProblem(error instanceof Error ? said(error) : words.failedAct)
      }
    } finally {
      controller.current = null
      setMaking(null)
      await queries.invalidateQueries({ queryKey: ['studio-calendars'] })
    }
  }

  return {
    making,
    problem,
    start: (fields: Fields) => run((reader) => calendars.make(fields, reader)),
    /** Has the missing posts of a calendar written, and no others. */
    resume: (id: string) => run((reader) => calendars.resume(id, reader)),
    stop: () => controller.current?.abort(),
  }
}
