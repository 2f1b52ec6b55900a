import { useState } from 'react'

/** A choice that this browser keeps under `key`; one that cannot be kept lasts as long as the page. */
export function useDeviceChoice<T extends string>(
  key: string,
  allowed: readonly [T, ...T[]],
): [T, (choice: T) => void] {
  const [choice, setChoice] = useState<T>(() => allowed.find((one) => one === read(key)) ?? allowed[0])
  return [
    choice,
    (next) => {
      setChoice(next)
      try {
        localStorage.setItem(key, next)
      } catch {
        // Storage is full or forbidden.
      }
    },
  ]
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
