import { useSearchParams } from 'react-router'

const NAMES = ['project', 'tab', 'view', 'cluster'] as const
type Name = (typeof NAMES)[number]

/** What is shown, in the address: it survives reloading and can be sent to a colleague. */
export function useAddress() {
  const [parameters, setParameters] = useSearchParams()
  const show = (changes: Partial<Record<Name, string | undefined>>) =>
    setParameters((now) => {
      const next = new URLSearchParams(now)
      for (const name of NAMES) {
        if (!(name in changes)) continue
        const value = changes[name]
        if (value === undefined) next.delete(name)
        else next.set(name, value)
      }
      return next
    })
  return { read: (name: Name) => parameters.get(name) ?? undefined, show }
}
