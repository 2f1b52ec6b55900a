import { useState } from 'react'
import { studio as words } from '#web/messages/studio/studio.ts'
import { Button } from '#web/ui/button/button.tsx'

/** The first entries of a list that is here whole, and a button that adds as many again; null where none is left. */
export function usePart<Entry>(all: readonly Entry[], size: number) {
  const [shown, setShown] = useState(size)
  const left = Math.max(0, all.length - shown)
  const more = left > 0 && (
    <Button variant="outline" size="sm" onClick={() => setShown(shown + size)}>
      {words.more(Math.min(size, left), left)}
    </Button>
  )
  return { part: all.slice(0, shown), more }
}
