import { useEffect, useState } from 'react'

/** True once `isQuiet` has held for `afterMs`; false again the moment it no longer does. */
export function useSettled(isQuiet: boolean, afterMs: number): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (!isQuiet) return undefined
    const timer = setTimeout(() => setSettled(true), afterMs)
    return () => {
      clearTimeout(timer)
      setSettled(false)
    }
  }, [isQuiet, afterMs])
  return isSettled && isQuiet
}
