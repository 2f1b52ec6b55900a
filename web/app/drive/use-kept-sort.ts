import { useMemo } from 'react'
import { useDeviceChoice } from '#web/lib/device-choice.ts'
import type { Sort } from '#web/ui/grid/grid-header.tsx'
import { useAccountState } from '#web/parts/vault/vault-context.ts'

/** The orders of one kind of list, in one word each, with a dash where they go down; the first is what the list begins with. */
type SortWords = readonly [string, ...string[]]

export const sortOf = (word: string): Sort => ({ id: word.replace('-', ''), isDescending: word.startsWith('-') })

export const sortWord = ({ id, isDescending }: Sort, words: SortWords): string =>
  words.find((word) => word === (isDescending ? `-${id}` : id)) ?? words[0]

/** The order that this person chose on this device. @param key names the kind of list on the device. */
export function useKeptSort(key: string, words: SortWords): [Sort, (sort: Sort) => void] {
  const account = useAccountState()
  return useSortOnDevice(`${key}-${account.kind === 'open' ? account.userId : ''}`, words)
}

/** The same under a key that says whose choice it is. */
export function useSortOnDevice(key: string, words: SortWords): [Sort, (sort: Sort) => void] {
  const [word, setWord] = useDeviceChoice(key, words)
  const sort = useMemo(() => sortOf(word), [word])
  return [sort, (next) => setWord(sortWord(next, words))]
}
