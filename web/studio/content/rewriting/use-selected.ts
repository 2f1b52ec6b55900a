import { type RefObject, useEffect, useState } from 'react'
import { type Place, placeOf } from './passage-place.ts'

/** The selection in a field, also by the handles of a phone. It stays while something else has the focus. */
export function useSelected(field: RefObject<HTMLTextAreaElement | null>): Place | undefined {
  const [selected, setSelected] = useState<Place | undefined>()
  useEffect(() => {
    const read = ({ target }: Event) => {
      const control = field.current
      if (!control || (target !== control && document.activeElement !== control)) return
      const place = placeOf(control.value, { from: control.selectionStart, to: control.selectionEnd })
      setSelected((now) => (now?.from === place?.from && now?.to === place?.to ? now : place))
    }
    // React hears neither of a selection that a script, or a handle, moves.
    document.addEventListener('selectionchange', read)
    document.addEventListener('select', read)
    return () => {
      document.removeEventListener('selectionchange', read)
      document.removeEventListener('select', read)
    }
  }, [field])
  return selected
}
