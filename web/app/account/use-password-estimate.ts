import { useEffect, useRef, useState } from 'react'
import { charactersOf } from '#web/lib/account/password-length.ts'
import { estimatePassword, type PasswordEstimate } from '#web/lib/account/password-estimate.ts'

/** After the last key: nobody reads a judgement of half a password. */
const PAUSE_MS = 200
const SHORTEST_WORD = 3
/** Fields of the same form that say who the person is. */
const ABOUT = ['firstName', 'lastName', 'company', 'email', 'username']

/** `null` while it is being estimated, `unknown` when it could not be. */
export type Estimated = PasswordEstimate | 'unknown' | null

/** What is known of the password in a field. Its length is kept, the password is not. */
export function usePasswordEstimate() {
  const [seen, setSeen] = useState<{ length: number; estimate: Estimated }>({ length: 0, estimate: null })
  const box = useRef<HTMLDivElement>(null)
  const turn = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const note = (password: string) => {
    const mine = (turn.current += 1)
    const show = (estimate: Estimated) => {
      if (turn.current === mine) setSeen(({ length }) => ({ length, estimate }))
    }
    setSeen(({ estimate }) => ({ length: charactersOf(password), estimate: password === '' ? null : estimate }))
    clearTimeout(timer.current)
    if (password === '') return
    timer.current = setTimeout(() => {
      estimatePassword(password, wordsAbout(box.current?.closest('form'))).then(show, () => show('unknown'))
    }, PAUSE_MS)
  }
  return { ...seen, box, note }
}

function wordsAbout(form: HTMLFormElement | null | undefined): string[] {
  if (!form) return []
  const values = new FormData(form)
  const text = ABOUT.map((name) => values.get(name)).filter((value) => typeof value === 'string')
  return text.flatMap((value) => value.split(/[\s@.,]+/)).filter((word) => word.length >= SHORTEST_WORD)
}
