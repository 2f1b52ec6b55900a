import { createContext, use, useRef, useState, type ReactNode } from 'react'
import { isTyping, usePageKeys } from '#web/lib/keys.ts'
import { m } from '#web/messages/app.ts'
import { toastDone, toastUndo } from '#web/ui/overlay/toast.tsx'

/** What happens, and how to take it back. Both say themselves when they fail, and then answer false. */
type Offer = {
  title: string
  description?: string | Promise<string>
  work: Promise<boolean>
  undo: () => Promise<boolean>
}

/** Further back nobody remembers what Ctrl+Z would change. */
const REMEMBERED = 20

const UndoContext = createContext<(offer: Offer) => void>(() => undefined)

/** Keeps how to take the last changes back: by the button in the toast, or by Ctrl+Z, the newest first. */
export function UndoProvider({ children }: { children: ReactNode }) {
  const steps = useRef<(() => Promise<void>)[]>([])
  const [offer] = useState(() => ({ title, description, work, undo }: Offer) => {
    let closeToast = () => {}
    const forget = () => {
      steps.current = steps.current.filter((one) => one !== step)
    }
    // Known before the work is done: pressing Ctrl+Z at once means this step, not the one before.
    const step = async () => {
      if (!steps.current.includes(step)) return
      forget()
      closeToast()
      if ((await work) && (await undo())) toastDone(m.items.undone, title)
    }
    steps.current = [...steps.current, step].slice(-REMEMBERED)
    const tell = async () => {
      if (!(await work)) return forget()
      if (!steps.current.includes(step)) return
      const details = description === undefined ? {} : { description: await description }
      closeToast = toastUndo(title, { ...details, onUndo: () => void step() })
    }
    void tell()
  })
  usePageKeys((event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
    const step = steps.current.at(-1)
    if (!isUndo || isTyping(event) || !step) return
    event.preventDefault()
    void step()
  })
  return <UndoContext value={offer}>{children}</UndoContext>
}

/** Says what has happened once it has, and offers to take it back from the start. */
export function useOfferUndo() {
  return use(UndoContext)
}
