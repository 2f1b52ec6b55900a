import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

type Tab = { id: string; label: string; panel: ReactNode }
type Props = { label: string; value: string; onChange: (id: string) => void; tabs: readonly Tab[] }

/** Views of one page; the page keeps the chosen one in its URL. */
export function Tabs({ label, value, onChange, tabs }: Props) {
  return (
    <Base.Root value={value} onValueChange={(id) => onChange(String(id))}>
      <Base.List aria-label={label} className="relative flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.id}
            value={tab.id}
            className="h-10 cursor-pointer px-3 text-sm font-semibold whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 data-active:text-brand pointer-coarse:h-11"
          >
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-(--active-tab-left) h-0.5 w-(--active-tab-width) bg-brand transition-all duration-150" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.id} value={tab.id} className="pt-5">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
