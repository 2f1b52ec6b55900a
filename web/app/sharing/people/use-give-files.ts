import { useEffect, useRef, useState } from 'react'
import { type Shareable, useSharingActions } from '../use-sharing-actions.ts'

/** Gives files to people, one file after the other. */
export function useGiveFiles(files: readonly Shareable[]) {
  const { shareAll } = useSharingActions()
  const [done, setDone] = useState(0)
  const stop = useRef<AbortController>(null)
  // Who closes the dialog wants no more of it.
  useEffect(() => () => stop.current?.abort(), [])
  return {
    /** Resolves with whether all were given. */
    give: async (people: readonly { userId: string }[], days: number | null): Promise<boolean> => {
      stop.current = new AbortController()
      setDone(0)
      const { done: given } = await shareAll.mutateAsync({
        list: files,
        people: people.map(({ userId }) => userId),
        days,
        stop: stop.current.signal,
        onDone: setDone,
      })
      return given === files.length
    },
    isGiving: shareAll.isPending,
    done,
    stop: () => stop.current?.abort(),
  }
}
