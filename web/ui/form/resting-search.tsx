import { useEffect, useState } from 'react'
import { SearchField } from './search-field.tsx'

const TYPING_MS = 300

type Props = {
  label: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
  className?: string
}

/** Searches when the typing rests, so that not every letter is a question to the server and an entry of the history. */
export function RestingSearch({ value, onChange, ...look }: Props) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), TYPING_MS)
    return () => clearTimeout(timer)
  })
  return <SearchField shortcut="/" value={typed} onChange={setTyped} {...look} />
}
