import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import type { CommandItem } from '#web/ui/overlay/command-dialog.tsx'
import { FileText } from 'lucide-react'

/** As many fit a list that is read; more letters find the rest. */
const MOST_FILES = 20

/** Items with every word of `text` in their label; without words all of them. */
export function matching(items: readonly CommandItem[], text: string): CommandItem[] {
  const wanted = wordsOf(text)
  return items.filter(({ label }) => hasAll(label, wanted))
}

/** Files by name, once something was typed; names that begin with it come first. */
export function fileCommands(files: readonly VaultFile[], text: string, onFind: (name: string) => void): CommandItem[] {
  const wanted = wordsOf(text)
  const [first] = wanted
  if (first === undefined) return []
  const found = files.filter(({ name }) => hasAll(name, wanted))
  const begins = (name: string) => name.toLowerCase().startsWith(first)
  return [...found.filter(({ name }) => begins(name)), ...found.filter(({ name }) => !begins(name))]
    .slice(0, MOST_FILES)
    .map(({ id, name }) => ({ id: `file ${id}`, label: name, Icon: FileText, onPress: () => onFind(name) }))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}

function hasAll(label: string, words: readonly string[]): boolean {
  const text = label.toLowerCase()
  return words.every((word) => text.includes(word))
}
