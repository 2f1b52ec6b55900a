import type { ListedPerson } from '#web/lib/remote/vault-client.ts'
import type { Suggestion } from '#web/ui/form/suggest-field.tsx'

type Colleague = Pick<ListedPerson, 'id' | 'name' | 'email' | 'has_vault'>

const SHOWN = 6

/** The part of a list of addresses that is being typed, and what stands before it. */
export function lastEntry(typed: string): { before: string; entry: string } {
  const [, before = '', entry = ''] = /^(.*[,;]\s*)?([^,;]*)$/s.exec(typed) ?? []
  return { before, entry: entry.trim() }
}

/**
 * Colleagues whose address, or a word of whose name, begins with what is typed. Nobody while nothing is: the list is long, and the
 * dialog is not about it.
 */
export function suggestColleagues(typed: string, colleagues: readonly Colleague[]): Suggestion[] {
  const { before, entry } = lastEntry(typed)
  const wanted = entry.toLowerCase()
  if (wanted === '') return []
  const begins = (text: string) => text.toLowerCase().startsWith(wanted)
  const fits = ({ name, email }: Colleague) => begins(email) || begins(name) || name.split(/\s+/).some(begins)
  return colleagues
    .filter((one) => one.has_vault && one.email !== '')
    .filter(
      (one) =>
        fits(one) && one.email.toLowerCase() !== wanted && !before.toLowerCase().includes(one.email.toLowerCase()),
    )
    .slice(0, SHOWN)
    .map(({ id, name, email }) => {
      return { id, label: name || email, detail: name ? email : '', text: before + email }
    })
}
