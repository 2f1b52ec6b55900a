import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Tabs } from '#web/ui/layout/tabs.tsx'

export type PageTab = { id: string; label: string; panel: ReactNode }

type Props = {
  label: string
  /** The first is shown where the address names none. */
  tabs: readonly PageTab[]
  /** Part of the address that has the tab. */
  name?: string
  /** Parts of the address that belong to every tab. The others, such as filters, are left behind with theirs. */
  keeps?: readonly string[]
}

/** Views of one page. Which one is open is in the address, so that it can be shared and the back button works. */
export function PageTabs({ label, tabs, name = 'tab', keeps = [] }: Props) {
  const [parameters, setParameters] = useSearchParams()
  const [first] = tabs
  const value = (tabs.find(({ id }) => id === parameters.get(name)) ?? first)?.id ?? ''
  const show = (id: string) => {
    const kept = [...parameters].filter(([part]) => keeps.includes(part))
    setParameters(id === first?.id ? kept : [...kept, [name, id]])
  }
  return <Tabs label={label} value={value} onChange={show} tabs={tabs} />
}
