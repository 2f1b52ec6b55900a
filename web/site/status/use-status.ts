import { useEffect, useState } from 'react'
import type { StatusDocument } from '#contract/status.ts'

const EVERY_MS = 30_000
const AGAIN_MS = 10_000
const PATIENCE_MS = 8000
/** A document older than this is no news: a tab that slept, or an answer that does not come. */
const STALE_MS = 90_000

export type StatusView = {
  /** The last document that came; null before the first. */
  document: StatusDocument | null
  /** True when the server does not answer, or its last answer is old: no state may be shown then. */
  isAway: boolean
  /** Seconds since the newest checks, by the server's clock and the time since; null before the first answer. */
  ageSeconds: number | null
}

type Received = { document: StatusDocument; atMs: number }

/** Asks for the state every 30 seconds, and every 10 while there is no answer. */
export function useStatus(): StatusView {
  const [received, setReceived] = useState<Received | null>(null)
  const [isFailing, setFailing] = useState(false)
  const nowMs = useSeconds()

  useEffect(() => {
    let timer: number | undefined
    let isWanted = true
    const ask = async () => {
      clearTimeout(timer)
      const document = await readStatus()
      if (!isWanted) return
      setFailing(document === null)
      if (document) setReceived({ document, atMs: performance.now() })
      timer = window.setTimeout(() => void ask(), document ? EVERY_MS : AGAIN_MS)
    }
    // A tab that slept does not wait for its timer.
    const wake = () => void (document.visibilityState === 'visible' && ask())
    document.addEventListener('visibilitychange', wake)
    void ask()
    return () => {
      isWanted = false
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [])

  if (!received) return { document: null, isAway: isFailing, ageSeconds: null }
  const { document: found, atMs } = received
  const sinceMs = Math.max(0, nowMs - atMs)
  const before = found.checkedAt ? Date.parse(found.generatedAt) - Date.parse(found.checkedAt) : null
  return {
    document: found,
    isAway: isFailing || sinceMs > STALE_MS,
    ageSeconds: before === null ? null : (before + sinceMs) / 1000,
  }
}

async function readStatus(): Promise<StatusDocument | null> {
  try {
    const response = await fetch('/status.json', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    if (response.ok) return (await response.json()) as StatusDocument
    console.warn(`status.json answered ${response.status}`)
  } catch (error) {
    // The page says so; the reason is for people who look closer.
    console.warn(error)
  }
  return null
}

/** `performance.now()`, once a second. */
function useSeconds(): number {
  const [nowMs, setNowMs] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
