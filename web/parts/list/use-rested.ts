import { useEffect, useState } from 'react'

const TYPING_MS = 300

/** Returns what is typed elsewhere once the typing rests: not every letter is a question to the server. */
export function useRested(typed: string): string {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    if (typed === rested) return
    const timer = setTimeout(() => setRested(typed), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, rested])
  return rested
}
