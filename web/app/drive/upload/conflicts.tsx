import { createContext, use, useRef, useState, type ReactNode } from 'react'
import { ConflictDialog, type ConflictChoice, type ConflictQuestion } from './conflict-dialog.tsx'

type Asked = ConflictQuestion & { answer: (choice: ConflictChoice) => void }

const ConflictContext = createContext<(question: ConflictQuestion) => Promise<ConflictChoice>>(async () => 'skip')

/** Asks what happens to files whose names are taken; one batch after the other. */
export function ConflictProvider({ children }: { children: ReactNode }) {
  const waiting = useRef<Asked[]>([])
  const [asked, setAsked] = useState<Asked | null>(null)
  const [ask] = useState(
    () => (question: ConflictQuestion) =>
      new Promise<ConflictChoice>((answer) => {
        waiting.current.push({ ...question, answer })
        setAsked(waiting.current[0] ?? null)
      }),
  )
  const choose = (choice: ConflictChoice) => {
    waiting.current.shift()?.answer(choice)
    setAsked(waiting.current[0] ?? null)
  }
  return (
    <ConflictContext value={ask}>
      {children}
      <ConflictDialog question={asked} onChoose={choose} />
    </ConflictContext>
  )
}

/** Opens the question; resolves with the answer for the whole batch. */
export function useAskConflicts() {
  return use(ConflictContext)
}
