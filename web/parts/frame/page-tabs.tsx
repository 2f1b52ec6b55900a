import { type ReactNode, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Tabs } from '#web/ui/layout/tabs.tsx'

export type PageTab = { id: string; label: string; panel: ReactNode }

type Props = {
  label: string
  /** The first is shown where the address names none. */
  tabs: readonly PageTab[]
  /** Part of the address that has the tab. */
  name?: string
  /** Parts of the address that belong to every tab. The others, such as filters, wait with theirs until it is shown again. */
  keeps?: readonly string[]
}

/** Views of one page. Which one is open is in the address, so that it can be shared and the back button works. */
export function PageTabs({ label, tabs, name = 'tab', keeps = [] }: Props) {
  const [parameters, setParameters] = useSearchParams()
  const left = useRef(new Map<string, Part[]>())
  const [first] = tabs
  const value = (tabs.find(({ id }) => id === parameters.get(name)) ?? first)?.id ?? ''
  const show = (id: string) => {
    if (id === value) return
    const parts = [...parameters].filter(([part]) => part !== name)
    const isKept = ([part]: Part) => keeps.includes(part)
    left.current.set(
      value,
      parts.filter((part) => !isKept(part)),
    )
    const own = left.current.get(id) ?? []
    setParameters([...parts.filter(isKept), ...(id === first?.id ? [] : [[name, id] as Part]), ...own])
  }
  return <Tabs label={label} value={value} onChange={show} tabs={tabs} />
}

type Part = [name: string, value: string]
